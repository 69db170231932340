import { ActionIcon, Button, Group, Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { CallDocument, type CallRecordFragment } from '../../../gql/call.ts';
import { OutcomeDialog } from '../../../parts/calls/outcome-dialog.tsx';
import { isOutcome, outcomeTitles } from '../../../parts/calls/outcomes.ts';
import { CallBadge } from '../../../parts/calls/state.tsx';
import { WayButton } from '../../../parts/calls/way-button.tsx';
import { useDialogs } from '../../../parts/dialogs.tsx';
import { CloseIcon } from '../../../parts/icons.tsx';
import { useKeys } from '../../../parts/keys.ts';
import { Panel, useTitle } from '../../../parts/layout.tsx';
import { EmptyState, QueryView } from '../../../parts/list.tsx';
import { notifyDone } from '../../../parts/messages.tsx';
import { CallAnswers } from './answers.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CallFacts } from './facts.tsx';
import { CallHistory } from './history.tsx';
import { MoveDialog } from './move-dialog.tsx';

const route = getRouteApi('/calls/$previewId');

/** One call, beside the list. Escape closes it. */
export function CallPage() {
  const { previewId } = route.useParams();
  const navigate = useNavigate();
  const query = useQuery({ query: CallDocument, variables: { previewId } });
  const close = async () => {
    await navigate({ to: '/calls', search: (before) => before, resetScroll: false });
    document.querySelector<HTMLElement>(`.row-link[data-id="${CSS.escape(previewId)}"]`)?.focus();
  };
  useKeys([{ key: 'Escape', title: 'Close the call', act: close }]);
  return (
    <aside className="record" aria-label="The call">
      <Panel>
        <Group justify="flex-end" className="record-close">
          <ActionIcon variant="subtle" color="gray" aria-label="Close the call" onClick={close}>
            <CloseIcon />
          </ActionIcon>
        </Group>
        <QueryView query={query}>
          {({ eventCall }) =>
            eventCall ? (
              <Call key={eventCall.id} call={eventCall} />
            ) : (
              <EmptyState title="There is no such call">It may be a call of somebody else.</EmptyState>
            )
          }
        </QueryView>
      </Panel>
    </aside>
  );
}

function Call({ call }: { readonly call: CallRecordFragment }) {
  useTitle(`${call.inviteeName} – Calls`);
  const dialogs = useDialogs<'outcome' | 'move' | 'cancel', { readonly call: CallRecordFragment }>();
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever opens a call by keyboard goes on in it.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const isCancelled = call.status === 'CANCELLED';
  const isOver = call.eventType === 'PAST';
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
              {isOutcome(call.outcome) ? 'Change the outcome…' : 'Set the outcome…'}
            </Button>
            <Button variant="default" onClick={() => dialogs.open('move', { call })}>
              Move…
            </Button>
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
      <CancelDialog {...dialogs.of('cancel')} />
    </>
  );
}
