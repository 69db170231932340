import { SegmentedControl } from '@mantine/core';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { type DeliveryStatus, WebhookDeliveriesDocument } from '../../../../gql/webhook-deliveries.ts';
import { List, pageSizes } from '../../../../kit/list/list.tsx';
import { useAwaited } from './awaited.ts';
import { deliveryColumns, isDueSoon } from './delivery-columns.tsx';

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
export function Deliveries({ webhookId, status, refreshes, onSettled, onFilter }: DeliveriesProps) {
  const variables = { webhookId, ...(status && { status: [status] }) };
  const first = { ...variables, cursor: 'start', limit: pageSizes.roomy };
  const [{ data }, execute] = useQuery({ query: WebhookDeliveriesDocument, variables: first });
  useAwaited(data?.webhookDeliveries?.deliveries.some(isDueSoon) ?? false, execute, onSettled);
  useEffect(() => {
    if (refreshes > 0) execute({ requestPolicy: 'network-only' });
  }, [refreshes, execute]);
  return (
    <List
      noun="delivery"
      document={WebhookDeliveriesDocument}
      variables={variables}
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
            onChange={(value) => onFilter(value === 'ALL' ? undefined : (value as DeliveryStatus))}
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
