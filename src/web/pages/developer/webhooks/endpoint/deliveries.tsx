import { SegmentedControl, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { type DeliveryStatus, WebhookDeliveriesDocument } from '../../../../gql/webhook-deliveries.ts';
import { useCursors, useReportedCursor } from '../../../../parts/cursors.tsx';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { Panel } from '../../../../parts/panel.tsx';
import { QueryView } from '../../../../parts/query-view.tsx';
import { RecordTable } from '../../../../parts/record-table.tsx';
import { useAwaited } from './awaited.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { isDueSoon } from './delivery-status.tsx';

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
      <DeliveryList key={status ?? 'ALL'} {...list} />
    </Panel>
  );
}

type DeliveryListProps = Omit<DeliveriesProps, 'onFilter'>;

function DeliveryList(props: DeliveryListProps) {
  const { cursors, onPage, more } = useCursors();
  return (
    <>
      {cursors.map((cursor, index) => (
        <DeliveriesPage key={cursor} {...{ ...props, cursor, index, onPage }} />
      ))}
      {more}
    </>
  );
}

interface DeliveriesPageProps extends DeliveryListProps {
  readonly cursor: string;
  readonly index: number;
  readonly onPage: (index: number, nextCursor: string | null) => void;
}

function DeliveriesPage({ webhookId, status, cursor, index, onPage, ...props }: DeliveriesPageProps) {
  const { refreshes, onSettled } = props;
  const query = useQuery({
    query: WebhookDeliveriesDocument,
    variables: { webhookId, cursor, ...(status && { status: [status] }) },
    requestPolicy: 'cache-and-network',
  });
  const [{ data }, execute] = query;
  useReportedCursor(onPage, index, data?.webhookDeliveries?.nextCursor);
  useAwaited(data?.webhookDeliveries?.deliveries.some(isDueSoon) ?? false, execute, onSettled);
  useEffect(() => {
    if (refreshes > 0) execute({ requestPolicy: 'network-only' });
  }, [refreshes, execute]);
  return (
    <QueryView query={query}>
      {({ webhookDeliveries }) =>
        webhookDeliveries?.deliveries.length === 0 && index === 0 ? (
          <Nothing status={status} />
        ) : (
          <RecordTable columns={['Event', 'Status', 'Last answer', 'Created']} isContinued={index > 0}>
            {webhookDeliveries?.deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </RecordTable>
        )
      }
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
