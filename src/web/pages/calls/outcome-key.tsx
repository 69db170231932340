import { useDialogs } from '../../kit/dialogs.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { OutcomeDialog } from '../../parts/calls/outcome-dialog.tsx';
import { type CallForOutcome, outcomeTitles } from '../../parts/calls/outcomes.ts';

type Listed = CallForOutcome & { readonly status: string };

/** The key that sets the outcome of the chosen call, where calls are listed, and its dialog. */
export function useOutcomeKey() {
  const dialogs = useDialogs<'outcome', { readonly call: CallForOutcome }>();
  const act = (call: Listed) => call.status !== 'CANCELLED' && dialogs.open('outcome', { call });
  return {
    key: { key: 'e', title: 'Set the outcome', act },
    dialog: (
      <OutcomeDialog
        {...dialogs.of('outcome')}
        onDone={(call, outcome) => notifyDone(`${call.inviteeName}: ${outcomeTitles[outcome].toLowerCase()}`)}
      />
    ),
  };
}
