import { Button, Group, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { CallDocument, type CallRecordFragment } from '../../../gql/call.ts';
import { useDialogs } from '../../../kit/dialogs.tsx';
import { useKeys } from '../../../kit/keys.ts';
import { useTitle } from '../../../kit/layout.tsx';
import { lazyPart } from '../../../kit/lazy-part.tsx';
import { QueryView } from '../../../kit/list/query-view.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { useOpenedByAddress } from '../../../kit/opened-by-address.ts';
import { RecordPanel, RecordSkeleton, useFocusAtFirst } from '../../../kit/record.tsx';
import { CallBadge } from '../../../parts/calls/named-call.tsx';
import { OutcomeDialog } from '../../../parts/calls/outcome-dialog.tsx';
import { isOutcome, type Outcome, outcomeTitles } from '../../../parts/calls/outcomes.ts';
import { WayButton } from '../../../parts/calls/place.tsx';
import { CancelDialog, MoveDialog } from './change-dialogs.tsx';
import { CallAnswers, CallFacts } from './facts.tsx';
import { CallHistory } from './history.tsx';

const HostDialog = lazyPart(() => import('./host-dialog.tsx'), 'HostDialog');

const route = getRouteApi('/calls/$previewId');

/** One call, beside the list. */
export function CallPage() {
  const { previewId } = route.useParams();
  const query = useQuery({ query: CallDocument, variables: { previewId } });
  return (
    <RecordPanel name="call" list="/calls" id={previewId}>
      <QueryView query={query} skeleton={<RecordSkeleton />}>
        {({ eventCall }) => eventCall && <Call key={eventCall.id} call={eventCall} />}
      </QueryView>
    </RecordPanel>
  );
}

interface AboutCall {
  readonly call: CallRecordFragment;
  /** The outcome that is chosen already. */
  readonly outcome?: Outcome | undefined;
}

function Call({ call }: { readonly call: CallRecordFragment }) {
  useTitle(`${call.inviteeName} – Calls`);
  const dialogs = useDialogs<'outcome' | 'move' | 'host' | 'cancel', AboutCall>();
  const heading = useFocusAtFirst();
  const isCancelled = call.status === 'CANCELLED';
  const { previewId } = route.useParams();
  useOpenedByAddress((name) => {
    // Another one is shown until the call of the address is read.
    if (call.previewId !== previewId) return false;
    if (isCancelled) return true;
    if (isOutcome(name)) dialogs.open('outcome', { call, outcome: name });
    if (name === 'move') dialogs.open('move', { call });
    return isOutcome(name) || name === 'move';
  });
  const isOver = call.eventType === 'PAST';
  const giveAway = isCancelled || isOver ? undefined : () => dialogs.open('host', { call });
  useKeys(giveAway ? [{ key: 'h', title: 'Give the call to another host', act: giveAway }] : []);
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
            <Button variant="default" onClick={() => dialogs.open('outcome', { call })}>
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
            <Button variant="default" onClick={() => dialogs.open('cancel', { call })}>
              Cancel the call…
            </Button>
          </>
        )}
      </Group>
      <CallFacts call={call} />
      <CallAnswers call={call} />
      <CallHistory call={call} />
      <OutcomeDialog
        {...dialogs.of('outcome')}
        onDone={({ inviteeName }, outcome) => notifyDone(`${inviteeName}: ${outcomeTitles[outcome].toLowerCase()}`)}
      />
      <MoveDialog {...dialogs.of('move')} />
      {dialogs.of('host').about && <HostDialog {...dialogs.of('host')} />}
      <CancelDialog {...dialogs.of('cancel')} />
    </>
  );
}
