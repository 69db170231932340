import { Button, Group, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { CallDocument, type CallRecordFragment } from '../../../gql/call.ts';
import { useDialogs } from '../../../kit/dialogs.tsx';
import { useKeys } from '../../../kit/keys.ts';
import { useTitle } from '../../../kit/layout.tsx';
import { lazyPart } from '../../../kit/lazy-part.tsx';
import { QueryView } from '../../../kit/list/query-view.tsx';
import { useOpenedByAddress } from '../../../kit/opened-by-address.ts';
import { RecordPanel, RecordSkeleton, useFocusAtFirst } from '../../../kit/record.tsx';
import { CallBadge } from '../../../parts/calls/named-call.tsx';
import { OutcomeSheet } from '../../../parts/calls/outcome-part.tsx';
import { isOutcome, type Result, resultsOf } from '../../../parts/calls/outcomes.ts';
import { WayButton } from '../../../parts/calls/place.tsx';
import { CancelDialog, MoveDialog } from './change-dialogs.tsx';
import { CallAnswers, CallFacts } from './facts.tsx';
import { CallHistory } from './history.tsx';

const GuestsDialog = lazyPart(() => import('./guests-dialog.tsx'), 'GuestsDialog');
const HostDialog = lazyPart(() => import('./host-dialog.tsx'), 'HostDialog');

const route = getRouteApi('/calls/$previewId');

/** One call, beside the list. */
export function CallPage() {
  const { previewId } = route.useParams();
  const query = useQuery({ query: CallDocument, variables: { previewId } });
  return (
    <RecordPanel name="call" list="/calls">
      <QueryView query={query} skeleton={<RecordSkeleton />}>
        {({ eventCall }) => eventCall && <Call key={eventCall.id} call={eventCall} />}
      </QueryView>
    </RecordPanel>
  );
}

interface AboutCall {
  readonly call: CallRecordFragment;
  /** The result that is chosen already. */
  readonly result?: Result | undefined;
}

function Call({ call }: { readonly call: CallRecordFragment }) {
  useTitle(`${call.inviteeName} – Calls`);
  const dialogs = useDialogs<'outcome' | 'move' | 'host' | 'guests' | 'cancel', AboutCall>();
  const heading = useFocusAtFirst();
  const isCancelled = call.status === 'CANCELLED';
  const { previewId } = route.useParams();
  useOpenedByAddress((name) => {
    // Another one is shown until the call of the address is read.
    if (call.previewId !== previewId) return false;
    if (isCancelled) return true;
    const result = resultsOf[call.callType].find((each) => each === name);
    if (result) dialogs.open('outcome', { call, result });
    else if (name === 'move' || name === 'cancel') dialogs.open(name, { call });
    else return false;
    return true;
  });
  const isOver = call.eventType === 'PAST';
  const giveAway = isCancelled || isOver ? undefined : () => dialogs.open('host', { call });
  const setOutcome = isCancelled ? undefined : () => dialogs.open('outcome', { call });
  useKeys([
    ...(setOutcome ? [{ key: 'e', title: 'Set the outcome', act: setOutcome }] : []),
    ...(giveAway ? [{ key: 'h', title: 'Give the call to another host', act: giveAway }] : []),
  ]);
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="md">
        <Title order={2} size="h4" className="breaks" ref={heading} tabIndex={-1}>
          <bdi>{call.inviteeName}</bdi>
        </Title>
        <CallBadge {...call} />
      </Group>
      <Group gap="xs" mb="lg">
        {!isCancelled && !isOver && <WayButton call={call} />}
        {!isCancelled && (
          <>
            <Button variant="default" onClick={setOutcome}>
              {isOutcome(call.outcome) ? 'Change outcome…' : 'Set outcome…'}
            </Button>
            <Button variant="default" onClick={() => dialogs.open('move', { call })}>
              Move…
            </Button>
            {giveAway && (
              <Button variant="default" onClick={giveAway}>
                Another host…
              </Button>
            )}
            {!isOver && (
              <Button variant="default" onClick={() => dialogs.open('guests', { call })}>
                Guests…
              </Button>
            )}
            <Button variant="default" onClick={() => dialogs.open('cancel', { call })}>
              Cancel the call…
            </Button>
          </>
        )}
      </Group>
      <CallFacts call={call} />
      <CallAnswers call={call} />
      <CallHistory call={call} />
      <OutcomeSheet {...dialogs.of('outcome')} />
      <MoveDialog {...dialogs.of('move')} />
      {dialogs.of('host').about && <HostDialog {...dialogs.of('host')} />}
      {dialogs.of('guests').about && <GuestsDialog {...dialogs.of('guests')} />}
      <CancelDialog {...dialogs.of('cancel')} />
    </>
  );
}
