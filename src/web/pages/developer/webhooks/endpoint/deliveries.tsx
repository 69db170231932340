import { Badge, SegmentedControl } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type UseQueryExecute, useQuery } from 'urql';
import {
  type DeliveryRowFragment,
  WebhookDeliveriesDocument,
  type WebhookDeliveriesQueryVariables,
} from '../../../../gql/webhook-deliveries.ts';
import type { Columns } from '../../../../kit/list/columns.ts';
import { List, pageSizes } from '../../../../kit/list/list.tsx';
import { useRepeatedRead } from '../../../../kit/list/repeated-read.ts';
import { Moment } from '../../../../kit/moment.tsx';
import { now } from '../../../../kit/now.ts';

type Status = DeliveryRowFragment['status'];

interface DeliveriesProps {
  readonly webhookId: number;
  readonly status: Status | undefined;
  /** Called when an attempt that was waited for has ended. */
  readonly onSettled: () => void;
  readonly onFilter: (status: Status | undefined) => void;
}

const filters = [
  { value: 'ALL', label: 'All' },
  { value: 'DELIVERED', label: 'Delivered' },
  { value: 'PENDING', label: 'Waiting' },
  { value: 'FAILED', label: 'Failed' },
];

/** What the first page of the deliveries is read with. */
export function firstDeliveries(webhookId: number, status: Status | undefined): WebhookDeliveriesQueryVariables {
  return { webhookId, ...(status && { status: [status] }), cursor: 'start', limit: pageSizes.roomy };
}

/** What was sent to an endpoint, newest first. */
export function Deliveries({ webhookId, status, onSettled, onFilter }: DeliveriesProps) {
  const first = firstDeliveries(webhookId, status);
  const [{ data }, execute] = useQuery({ query: WebhookDeliveriesDocument, variables: first });
  useAwaited(data?.webhookDeliveries?.deliveries.some(isDueSoon) ?? false, execute, onSettled);
  return (
    <List
      noun="delivery"
      document={WebhookDeliveriesDocument}
      variables={first}
      of={({ webhookDeliveries }) => webhookDeliveries}
      columns={deliveryColumns}
      panel={{
        title: 'Deliveries',
        actions: (
          <SegmentedControl
            aria-label="Show deliveries"
            size="xs"
            data={filters}
            value={status ?? 'ALL'}
            onChange={(value) => onFilter(value === 'ALL' ? undefined : (value as Status))}
          />
        ),
      }}
      empty={
        status
          ? { title: 'No delivery has this status', text: 'Choose another one.' }
          : {
              title: 'Nothing has been sent yet',
              text: 'Each event of its kinds appears here with what was sent and what came back. Send a test event to see one now.',
            }
      }
    />
  );
}

const deliveryColumns: Columns<DeliveryRowFragment> = {
  event: {
    title: 'Event',
    text: ({ type }) => type,
    link: ({ id }) => ({ to: '.', search: (shown) => ({ ...shown, delivery: id }) }),
    hint: ({ eventId }) => <code>{eventId}</code>,
  },
  status: { title: 'Status', cell: (delivery) => <DeliveryStatus {...delivery} /> },
  answer: {
    title: 'Last response',
    text: ({ attempts }) => {
      const last = attempts.at(-1);
      if (!last) return 'None yet';
      const status = last.responseStatus === null ? '' : `${last.responseStatus} · `;
      return status + (last.error ?? `${last.latencyMs} ms`);
    },
    hint: ({ attempts }) => attempts.length > 1 && `${attempts.length} attempts`,
  },
  created: { title: 'Created', at: ({ createdAt }) => createdAt },
};

/** What became of a delivery so far, in a word, and what comes next. */
export function DeliveryStatus(delivery: Pick<DeliveryRowFragment, 'status' | 'attempts' | 'nextAttemptAt'>) {
  const { status, attempts, nextAttemptAt } = delivery;
  if (status === 'DELIVERED') return <Badge color="green">Delivered</Badge>;
  if (status === 'FAILED') return <Badge color="red">Failed</Badge>;
  if (nextAttemptAt === null) return <Badge color="gray">Waiting until resumed</Badge>;
  if (attempts.length === 0 || isDueSoon(delivery)) return <Badge color="blue">Sending</Badge>;
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
export function isDueSoon({ status, nextAttemptAt }: Pick<DeliveryRowFragment, 'status' | 'nextAttemptAt'>): boolean {
  if (status !== 'PENDING' || nextAttemptAt === null) return false;
  return new Date(nextAttemptAt).getTime() - now() < soonMs;
}

const everyMs = 1500;
/** An attempt that is due begins within moments, unless nothing sends any. */
const maxReads = 30;

interface Awaited {
  /** True if the attempt has not been made for so long that the query is no longer repeated. */
  readonly isOverdue: boolean;
  readonly lookAgain: () => void;
}

/** Repeats a query while an attempt is awaited, and reports when it has ended. */
export function useAwaited(isAwaited: boolean, execute: UseQueryExecute, onSettled: () => void): Awaited {
  const [reads, setReads] = useState(0);
  const wasAwaited = useRef(false);
  useEffect(() => {
    if (wasAwaited.current && !isAwaited) onSettled();
    if (!isAwaited) setReads(0);
    wasAwaited.current = isAwaited;
  }, [isAwaited, onSettled]);
  const read = useCallback<UseQueryExecute>(
    (options) => {
      setReads((before) => before + 1);
      execute(options);
    },
    [execute],
  );
  const isOverdue = reads >= maxReads;
  useRepeatedRead(read, isAwaited && !isOverdue ? everyMs : undefined);
  return { isOverdue, lookAgain: () => setReads(0) };
}
