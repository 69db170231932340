import { SegmentedControl, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { type DeliveryStatus, WebhookDeliveriesDocument } from '../../../../gql/webhook-deliveries.ts';
import { Panel } from '../../../../kit/layout.tsx';
import {
  EmptyState,
  type ListPage,
  PagedList,
  QueryView,
  RecordTable,
  useReportedCursor,
} from '../../../../kit/list.tsx';
import { useAwaited } from './awaited.ts';
import { DeliveryRow, isDueSoon } from './delivery-row.tsx';

interface DeliveriesProps {
  readonly webhookId: number;
  readonly status: DeliveryStatus | undefined;
  /** Read anew where it changes. */
  readonly refreshes: number;
  /** Called when an attempt that was waited for has ended. */
  readonly onSettled: () => void;
  readonly onFilter: (status: DeliveryStatus | undefined) => void;
}

const filters = [
  { value: 'ALL', label: 'All' },
  { value: 'DELIVERED', label: 'Delivered' },
  { value: 'PENDING', label: 'Waiting' },
  { value: 'FAILED', label: 'Failed' },
];

/** What was sent to an endpoint, newest first. */
export function Deliveries({ onFilter, ...list }: DeliveriesProps) {
  const { status } = list;
  return (
    <Panel
      padded={false}
      title="Deliveries"
      actions={
        <SegmentedControl
          aria-label="Show deliveries"
          size="xs"
          data={filters}
          value={status ?? 'ALL'}
          onChange={(value) => onFilter(value === 'ALL' ? undefined : (value as DeliveryStatus))}
        />
      }
    >
      <PagedList key={status ?? 'ALL'}>{(page) => <DeliveriesPage page={page} {...list} />}</PagedList>
    </Panel>
  );
}

type DeliveriesPageProps = Omit<DeliveriesProps, 'onFilter'> & { readonly page: ListPage };

function DeliveriesPage({ page, webhookId, status, refreshes, onSettled }: DeliveriesPageProps) {
  const query = useQuery({
    query: WebhookDeliveriesDocument,
    variables: { webhookId, cursor: page.cursor, ...(status && { status: [status] }) },
  });
  const [{ data }, execute] = query;
  useReportedCursor(page, data?.webhookDeliveries?.nextCursor);
  useAwaited(data?.webhookDeliveries?.deliveries.some(isDueSoon) ?? false, execute, onSettled);
  useEffect(() => {
    if (refreshes > 0) execute({ requestPolicy: 'network-only' });
  }, [refreshes, execute]);
  return (
    <QueryView query={query}>
      {({ webhookDeliveries }) => (
        <RecordTable
          columns={['Event', 'Status', 'Last answer', 'Created']}
          isContinued={page.index > 0}
          rows={webhookDeliveries?.deliveries ?? []}
          empty={<Nothing status={status} />}
        >
          {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />}
        </RecordTable>
      )}
    </QueryView>
  );
}

function Nothing({ status }: { readonly status: DeliveryStatus | undefined }) {
  if (status) {
    return (
      <Text c="dimmed" size="sm" ta="center" pb="xl" px="md">
        No delivery has this status.
      </Text>
    );
  }
  return (
    <EmptyState title="Nothing was sent yet">
      Each event of its kinds appears here with what was sent and what came back. Send a test event to see one now.
    </EmptyState>
  );
}
