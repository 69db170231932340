import { Badge, Text } from '@mantine/core';
import { kindGroups } from '../../../gql/webhook-kinds.ts';
import type { WebhookRowFragment, WebhooksQuery } from '../../../gql/webhooks.ts';
import type { Columns } from '../../../kit/list/columns.ts';
import { Moment } from '../../../kit/moment.tsx';

type Activity = NonNullable<WebhooksQuery['webhookActivity']>[number];

/** The columns of endpoints, with the newest attempt of each. */
export function webhookColumns(activities: readonly Activity[]): Columns<WebhookRowFragment> {
  return {
    endpoint: {
      title: 'Endpoint',
      text: ({ url }) => url,
      link: ({ id }) => ({ to: '/settings/developer/webhooks/$id', params: { id: String(id) } }),
      below: ({ connectionId }) =>
        connectionId !== null && (
          <Badge variant="default" title="An app created it. It is deleted when the connection of the app ends.">
            Created by an app
          </Badge>
        ),
      hint: ({ description }) => description,
    },
    status: { title: 'Status', cell: (webhook) => <WebhookStatus webhook={webhook} /> },
    events: { title: 'Events', text: ({ kinds }) => kindSummary(kinds) },
    sent: {
      title: 'Last sent',
      cell: ({ id }) => {
        const activity = activities.find(({ webhookId }) => webhookId === id);
        if (!activity) return 'Nothing yet';
        const { sentAt, responseStatus, latencyMs, isSuccess } = activity;
        return (
          <>
            <Moment at={sentAt} />
            <Text size="sm" c={isSuccess ? 'dimmed' : 'var(--error-ink)'}>
              {responseStatus === null ? 'no answer' : `${responseStatus} in ${latencyMs} ms`}
            </Text>
          </>
        );
      },
    },
  };
}

/** Which events an endpoint gets, in a few words. */
export function kindSummary(chosen: readonly string[]): string {
  if (chosen.length === kindGroups.flatMap((group) => group.kinds).length) return 'All events';
  const [first = '', second] = chosen;
  if (chosen.length <= 2) return second === undefined ? first : `${first}, ${second}`;
  const touched = kindGroups.filter(({ kinds }) => kinds.some(({ kind }) => chosen.includes(kind)));
  return `${chosen.length} kinds: ${touched.map(({ name }) => name.toLowerCase()).join(', ')}`;
}

/** Whether an endpoint gets its events, and if not, why and since when. */
export function WebhookStatus({ webhook }: { readonly webhook: WebhookRowFragment }) {
  const { status, pauseReason, pausedAt, failingSince, pausesAt } = webhook;
  if (status === 'PAUSED') {
    return (
      <>
        <Badge color={pauseReason === 'REQUESTED' ? 'gray' : 'red'}>Paused</Badge>
        <p className="hint">
          {pauseReason && pauseReasons[pauseReason]} <Moment at={pausedAt} />
        </p>
      </>
    );
  }
  if (failingSince) {
    return (
      <>
        <Badge color="orange">Failing</Badge>
        <p className="hint">
          <Moment before="since " at={failingSince} />
          <Moment before=", pauses " at={pausesAt} />
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
