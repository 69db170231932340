import { Badge } from '@mantine/core';
import type { WebhookRowFragment } from '../../../gql/webhooks.ts';
import { Moment } from '../../../parts/moment.tsx';

/** Whether an endpoint gets its events, and if not, why and since when. */
export function WebhookStatus({ webhook }: { readonly webhook: WebhookRowFragment }) {
  const { status, pauseReason, pausedAt, failingSince, pausesAt } = webhook;
  if (status === 'PAUSED') {
    return (
      <>
        <Badge color={pauseReason === 'REQUESTED' ? 'gray' : 'red'}>Paused</Badge>
        <p className="hint">
          {pauseReason && pauseReasons[pauseReason]} {pausedAt && <Moment at={pausedAt} />}
        </p>
      </>
    );
  }
  if (failingSince) {
    return (
      <>
        <Badge color="orange">Failing</Badge>
        <p className="hint">
          since <Moment at={failingSince} />
          {pausesAt && (
            <>
              , pauses <Moment at={pausesAt} />
            </>
          )}
        </p>
      </>
    );
  }
  return <Badge color="green">Active</Badge>;
}

const pauseReasons = {
  REQUESTED: 'by a member',
  GONE: 'it answered 410 (gone),',
  FAILING: 'nothing succeeded for five days,',
};
