import { Button, Drawer, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from 'urql';
import {
  type DeliveryDetailsFragment,
  ResendWebhookDeliveryDocument,
  WebhookDeliveryDocument,
} from '../../../../gql/webhook-deliveries.ts';
import { useAct } from '../../../../kit/act.ts';
import { RefreshIcon } from '../../../../kit/icons.tsx';
import { Fact } from '../../../../kit/layout.tsx';
import { QueryView } from '../../../../kit/list/query-view.tsx';
import { ProblemNote } from '../../../../kit/messages.tsx';
import { ExactMoment } from '../../../../kit/moment.tsx';
import { Attempt } from './attempt.tsx';
import { useAwaited } from './awaited.ts';
import { DeliveryStatus, isDueSoon } from './delivery-columns.tsx';

interface DeliveryDrawerProps {
  /** The delivery that is open. */
  readonly id: string | undefined;
  readonly isPaused: boolean;
  readonly onClose: () => void;
  /** Called when an attempt that was waited for has ended. */
  readonly onSettled: () => void;
}

/** One delivery: the event, each attempt with its answer, and another attempt. */
export function DeliveryDrawer({ id, onClose, ...props }: DeliveryDrawerProps) {
  return (
    <Drawer opened={id !== undefined} onClose={onClose} position="right" size="62rem" title="Delivery">
      {id !== undefined && <OpenDelivery key={id} id={id} {...props} />}
    </Drawer>
  );
}

type OpenDeliveryProps = Omit<DeliveryDrawerProps, 'id' | 'onClose'> & { readonly id: string };

function OpenDelivery({ id, isPaused, onSettled }: OpenDeliveryProps) {
  const query = useQuery({ query: WebhookDeliveryDocument, variables: { id } });
  const { act, isBusy, problem } = useAct(ResendWebhookDeliveryDocument);
  const delivery = query[0].data?.webhookDelivery;
  const isAwaited = delivery ? isDueSoon(delivery) : false;
  const { isOverdue, lookAgain } = useAwaited(isAwaited, query[1], onSettled);
  const sendAgain = async () => {
    if (await act({ input: { id } })) lookAgain();
  };
  return (
    <QueryView query={query}>
      {({ webhookDelivery }) =>
        webhookDelivery && (
          <Stack gap="md">
            <Group justify="space-between" align="flex-start" gap="sm">
              <div role="status">
                <Text fw={600}>{webhookDelivery.type}</Text>
                <DeliveryStatus delivery={webhookDelivery} />
              </div>
              {isAwaited ? (
                <Awaited isOverdue={isOverdue} onLookAgain={lookAgain} />
              ) : (
                <Button
                  variant="default"
                  leftSection={<RefreshIcon />}
                  onClick={sendAgain}
                  loading={isBusy}
                  disabled={isPaused}
                  title={isPaused ? 'The endpoint is paused: resume it first' : undefined}
                >
                  {webhookDelivery.status === 'PENDING' ? 'Send now' : 'Send again'}
                </Button>
              )}
            </Group>
            <ProblemNote problem={problem} />
            <Facts delivery={webhookDelivery} />
            {webhookDelivery.attempts.length === 0 && <p className="hint">No attempt has ended yet.</p>}
            {webhookDelivery.attempts.toReversed().map((attempt, index) => (
              <Attempt key={attempt.number} attempt={attempt} body={webhookDelivery.body} isFirst={index === 0} />
            ))}
          </Stack>
        )
      }
    </QueryView>
  );
}

function Awaited({ isOverdue, onLookAgain }: { readonly isOverdue: boolean; readonly onLookAgain: () => void }) {
  if (isOverdue) {
    return (
      <Group gap="sm">
        <p className="hint">It has not been sent yet.</p>
        <Button variant="default" onClick={onLookAgain}>
          Check again
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="xs" mih={36}>
      <Loader size="xs" />
      <p className="hint">Waiting for the response…</p>
    </Group>
  );
}

function Facts({ delivery }: { readonly delivery: DeliveryDetailsFragment }) {
  const { eventId, sequence, isManual, createdAt } = delivery;
  return (
    <dl className="endpoint-facts">
      <Fact name="Event">
        <code>{eventId}</code>
      </Fact>
      <Fact name="Sequence">{sequence}</Fact>
      <Fact name="Created">
        <ExactMoment at={createdAt} />
      </Fact>
      {isManual && <Fact name="Sent">by hand, in a single attempt</Fact>}
    </dl>
  );
}
