import { Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { WebhookRowFragment, WebhooksQuery } from '../../../gql/webhooks.ts';
import { Moment } from '../../../kit/moment.tsx';
import { kindSummary } from './kinds.tsx';

type Activity = NonNullable<WebhooksQuery['webhookActivity']>[number];

interface WebhookRowProps {
  readonly webhook: WebhookRowFragment;
  /** The newest attempt; absent where nothing was sent yet. */
  readonly activity: Activity | undefined;
}

export function WebhookRow({ webhook, activity }: WebhookRowProps) {
  const { id, url, description, connectionId, kinds } = webhook;
  return (
    <tr className="row-with-link">
      <td>
        <Group gap="xs">
          <Link to="/settings/developer/webhooks/$id" params={{ id: String(id) }} className="row-link breaks">
            {url}
          </Link>
          {connectionId !== null && (
            <Badge variant="default" title="An app made it. It is deleted when the connection of the app ends.">
              Made by an app
            </Badge>
          )}
        </Group>
        {description !== null && <p className="hint breaks">{description}</p>}
      </td>
      <td data-label="Status">
        <WebhookStatus webhook={webhook} />
      </td>
      <td data-label="Events">{kindSummary(kinds)}</td>
      <td data-label="Last sent">{activity ? <LastSent activity={activity} /> : 'Nothing yet'}</td>
    </tr>
  );
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
