import type { ReactNode } from 'react';
import type { ListedCallFragment } from '../../gql/listed-call.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { now } from '../../kit/now.ts';
import { OutcomeSheet } from '../../parts/calls/outcome-part.tsx';

const HostDialog = lazyPart(() => import('./call/host-dialog.tsx'), 'HostDialog');

interface CallKey {
  readonly key: string;
  readonly title: string;
  readonly act: (call: ListedCallFragment) => void;
}

/** The keys for the chosen call, where calls are listed, and their dialogs. */
export function useCallKeys(openId: string | undefined): { readonly keys: CallKey[]; readonly dialogs: ReactNode } {
  const dialogs = useDialogs<'outcome' | 'host', { readonly call: ListedCallFragment }>();
  const outcome: CallKey = {
    key: 'e',
    title: 'Set the outcome',
    act: (call) => call.status !== 'CANCELLED' && dialogs.open('outcome', { call }),
  };
  const host: CallKey = {
    key: 'h',
    title: 'Give the call to another host',
    act: (call) => call.status !== 'CANCELLED' && Date.parse(call.endTime) > now() && dialogs.open('host', { call }),
  };
  return {
    // The call that is open beside the list has these keys itself.
    keys: openId === undefined ? [outcome, host] : [],
    dialogs: (
      <>
        <OutcomeSheet {...dialogs.of('outcome')} />
        {dialogs.of('host').about && <HostDialog {...dialogs.of('host')} />}
      </>
    ),
  };
}
