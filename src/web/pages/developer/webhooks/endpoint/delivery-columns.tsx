import { Badge } from '@mantine/core';
import { now } from '../../../../app/beginning.ts';
import type { DeliveryRowFragment } from '../../../../gql/webhook-deliveries.ts';
import type { Columns } from '../../../../kit/list/columns.ts';
import { Moment } from '../../../../kit/moment.tsx';

export const deliveryColumns: Columns<DeliveryRowFragment> = {
  event: {
    title: 'Event',
    text: ({ type }) => type,
    link: ({ id }) => ({ to: '.', search: (shown) => ({ ...shown, delivery: id }) }),
    below: ({ eventId }) => (
      <p className="hint">
        <code>{eventId}</code>
      </p>
    ),
  },
  status: { title: 'Status', cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  answer: { title: 'Last response', cell: ({ attempts }) => <LastAnswer attempts={attempts} /> },
  created: { title: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
};

function LastAnswer({ attempts }: Pick<DeliveryRowFragment, 'attempts'>) {
  const last = attempts.at(-1);
  if (!last) return 'No hours';
  return (
    <>
      {last.responseStatus !== null && <>{last.responseStatus} · </>}
      {last.error ?? `${last.latencyMs} ms`}
      {attempts.length > 1 && <p className="hint">{attempts.length} attempts</p>}
    </>
  );
}

type Shown = Pick<DeliveryRowFragment, 'status' | 'attempts' | 'nextAttemptAt'>;

/** What became of a delivery so far, in a word, and what comes next. */
export function DeliveryStatus({ delivery: { status, attempts, nextAttemptAt } }: { readonly delivery: Shown }) {
  if (status === 'DELIVERED') return <Badge color="green">Delivered</Badge>;
  if (status === 'FAILED') return <Badge color="red">Failed</Badge>;
  if (nextAttemptAt === null) return <Badge color="gray">Waiting until resumed</Badge>;
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
  return new Date(nextAttemptAt).getTime() - now() < soonMs;
}
