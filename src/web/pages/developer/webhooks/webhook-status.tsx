import { Badge, Text } from '@mantine/core';
import type { WebhookRowFragment } from '../../../gql/webhooks.ts';
import { Moment } from '../../../parts/moment.tsx';

interface WebhookStatusProps {
  readonly webhook: WebhookRowFragment;
}

/** Whether an endpoint gets its events, and if not, why and since when. */
export function WebhookStatus({
  webhook: { status, pauseReason, pausedAt, failingSince, pausesAt },
}: WebhookStatusProps) {
  if (status === 'PAUSED') {
    const isRequested = pauseReason === 'REQUESTED';
    return (
      <>
        <Badge variant="light" color={isRequested ? 'gray' : 'red'}>
          Paused
        </Badge>
        <Text size="sm" c="dimmed">
          {pauseReason && pauseReasons[pauseReason]} {pausedAt && <Moment at={pausedAt} />}
        </Text>
      </>
    );
  }
  if (failingSince) {
    return (
      <>
        <Badge variant="light" color="orange">
          Failing
        </Badge>
        <Text size="sm" c="dimmed">
          since <Moment at={failingSince} />
          {pausesAt && (
            <>
              , pauses <Moment at={pausesAt} />
            </>
          )}
        </Text>
      </>
    );
  }
  return (
    <Badge variant="light" color="green">
      Active
    </Badge>
  );
}

const pauseReasons = {
  REQUESTED: 'by a member',
  GONE: 'it answered 410 (gone),',
  FAILING: 'nothing succeeded for five days,',
};
