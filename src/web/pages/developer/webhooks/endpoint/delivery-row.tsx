import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DeliveryRowFragment } from '../../../../gql/webhook-deliveries.ts';
import { Moment } from '../../../../kit/moment.tsx';

export function DeliveryRow({ delivery }: { readonly delivery: DeliveryRowFragment }) {
  const { id, type, eventId, attempts, createdAt } = delivery;
  const last = attempts.at(-1);
  return (
    <tr className="row-with-link">
      <td>
        <Link
          from="/settings/developer/webhooks/$id"
          to="."
          search={(shown) => ({ ...shown, delivery: id })}
          resetScroll={false}
          className="row-link"
        >
          {type}
        </Link>
        <p className="hint">
          <code>{eventId}</code>
        </p>
      </td>
      <td data-label="Status">
        <DeliveryStatus delivery={delivery} />
      </td>
      <td data-label="Last answer">
        {last ? (
          <>
            {last.responseStatus !== null && <>{last.responseStatus} · </>}
            {last.error ?? `${last.latencyMs} ms`}
            {attempts.length > 1 && <p className="hint">{attempts.length} attempts</p>}
          </>
        ) : (
          'None yet'
        )}
      </td>
      <td data-label="Created">
        <Moment at={createdAt} />
      </td>
    </tr>
  );
}

type Shown = Pick<DeliveryRowFragment, 'status' | 'attempts' | 'nextAttemptAt'>;

/** What became of a delivery so far, in a word, and what comes next. */
export function DeliveryStatus({ delivery: { status, attempts, nextAttemptAt } }: { readonly delivery: Shown }) {
  if (status === 'DELIVERED') return <Badge color="green">Delivered</Badge>;
  if (status === 'FAILED') return <Badge color="red">Failed</Badge>;
  if (nextAttemptAt === null) return <Badge color="gray">Waits until resumed</Badge>;
  if (attempts.length === 0 || isDueSoon({ status, nextAttemptAt })) return <Badge color="blue">Sending</Badge>;
  return (
    <>
      <Badge color="orange">Retrying</Badge>
      <p className="hint">
        next <Moment at={nextAttemptAt} />
      </p>
    </>
  );
}

const soonMs = 10_000;

/** Whether an attempt is under way, or begins in moments. */
export function isDueSoon({ status, nextAttemptAt }: Pick<Shown, 'status' | 'nextAttemptAt'>): boolean {
  if (status !== 'PENDING' || nextAttemptAt === null) return false;
  return new Date(nextAttemptAt).getTime() - Date.now() < soonMs;
}
