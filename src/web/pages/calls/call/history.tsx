import { Badge, Group, Text, Title } from '@mantine/core';
import type { CallRecordFragment } from '../../../gql/call.ts';
import { Moment } from '../../../parts/moment.tsx';
import { moneyText } from '../../../parts/money.ts';

type Mail = NonNullable<CallRecordFragment['notifications']>[number];

const kinds: Readonly<Record<Mail['kind'], string>> = {
  INVITATION: 'Invitation',
  CHANGE: 'Mail about the move',
  CANCELLATION: 'Mail about the cancellation',
  REMINDER: 'Reminder',
};
const recipients: Readonly<Record<Mail['recipient'], string>> = { INVITEE: 'the invitee', HOST: 'the host' };
const statuses: Readonly<Record<Mail['status'], { readonly title: string; readonly color: string }>> = {
  WAITING: { title: 'Waiting', color: 'gray' },
  SENT: { title: 'Sent', color: 'green' },
  FAILED: { title: 'Failed', color: 'red' },
};

/** What happened to the call, its mails and its deals. */
export function CallHistory({ call }: { readonly call: CallRecordFragment }) {
  const { createdAt, status, rescheduleReason, cancelReason } = call;
  return (
    <section aria-label="History">
      <Title order={3} size="h6" mb="xs">
        History
      </Title>
      <ul className="history">
        <Entry title="Booked" at={createdAt} />
        {(status === 'RESCHEDULED' || rescheduleReason) && <Entry title="Moved" reason={rescheduleReason} />}
        {status === 'CANCELLED' && <Entry title="Cancelled" reason={cancelReason} />}
        {(call.notifications ?? []).map(({ id, kind, recipient, status: sending, sentAt, dateTime }) => (
          <Entry key={id} title={`${kinds[kind]} to ${recipients[recipient]}`} at={sentAt ?? dateTime}>
            <Badge size="sm" color={statuses[sending].color}>
              {statuses[sending].title}
            </Badge>
          </Entry>
        ))}
        {(call.deals ?? []).map(({ id, value, currency, productName, time }) => (
          <Entry key={id} title={`Deal: ${moneyText(value, currency)}`} at={time} reason={productName} />
        ))}
      </ul>
    </section>
  );
}

interface EntryProps {
  readonly title: string;
  readonly at?: string;
  readonly reason?: string | null;
  readonly children?: React.ReactNode;
}

function Entry({ title, at, reason, children }: EntryProps) {
  return (
    <li>
      <Group gap="xs" justify="space-between">
        <Text component="span" size="sm">
          {title}
        </Text>
        {children}
        {at && (
          <Text component="span" size="sm" c="dimmed">
            <Moment at={at} />
          </Text>
        )}
      </Group>
      {reason && (
        <Text size="sm" c="dimmed" className="as-typed">
          {reason}
        </Text>
      )}
    </li>
  );
}
