import { Badge, Text } from '@mantine/core';
import type { WebhookRowFragment, WebhooksQuery } from '../../../gql/webhooks.ts';
import type { Columns } from '../../../kit/list/columns.ts';
import { Moment } from '../../../kit/moment.tsx';
import { kindSummary } from './kinds.tsx';

type Activity = NonNullable<WebhooksQuery['webhookActivity']>[number];

/** The columns of endpoints, with the newest attempt of each. */
export function webhookColumns(activities: readonly Activity[]): Columns<WebhookRowFragment> {
  return {
    endpoint: {
      title: 'Endpoint',
      text: ({ url }) => url,
      link: ({ id }) => ({ to: '/settings/developer/webhooks/$id', params: { id: String(id) } }),
      below: ({ connectionId, description }) => (
        <>
          {connectionId !== null && (
            <Badge variant="default" title="An app created it. It is deleted when the connection of the app ends.">
              Created by an app
            </Badge>
          )}
          {description !== null && <p className="hint breaks">{description}</p>}
        </>
      ),
    },
    status: { title: 'Status', cell: (webhook) => <WebhookStatus webhook={webhook} /> },
    events: { title: 'Events', text: ({ kinds }) => kindSummary(kinds) },
    sent: {
      title: 'Last sent',
      cell: ({ id }) => {
        const activity = activities.find(({ webhookId }) => webhookId === id);
        return activity ? <LastSent activity={activity} /> : 'Nothing yet';
      },
    },
  };
}

function LastSent({ activity: { sentAt, responseStatus, latencyMs, isSuccess } }: { readonly activity: Activity }) {
  const answer = responseStatus === null ? 'no answer' : `${responseStatus} in ${latencyMs} ms`;
  return (
    <>
      <Moment at={sentAt} />
      <Text size="sm" c={isSuccess ? 'dimmed' : 'var(--error-ink)'}>
        {answer}
      </Text>
    </>
  );
}

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
