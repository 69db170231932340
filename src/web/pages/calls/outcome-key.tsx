import type { ReactNode } from 'react';
import { useDialogs } from '../../kit/dialogs.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { OutcomeDialog } from '../../parts/calls/outcome-dialog.tsx';
import { type CallForOutcome, outcomeTitles } from '../../parts/calls/outcomes.ts';

type Found = CallForOutcome & { readonly status: string };

interface OutcomeKey {
  /** For `useRowKeys`. */
  readonly key: { readonly key: string; readonly title: string; readonly act: (previewId: string) => void };
  readonly dialog: ReactNode;
}

/** The key that sets the outcome of the chosen call, where calls are listed, and its dialog. */
export function useOutcomeKey(find: (previewId: string) => Found | undefined): OutcomeKey {
  const dialogs = useDialogs<'outcome', { readonly call: CallForOutcome }>();
  const act = (previewId: string) => {
    const call = find(previewId);
    if (call && call.status !== 'CANCELLED') dialogs.open('outcome', { call });
  };
  return {
    key: { key: 'e', title: 'Set its outcome', act },
    dialog: (
      <OutcomeDialog
        {...dialogs.of('outcome')}
        onDone={(call, outcome) => notifyDone(`${call.inviteeName}: ${outcomeTitles[outcome].toLowerCase()}`)}
      />
    ),
  };
}
