import { Badge, Group, Text, Title } from '@mantine/core';
import { useSession } from '../../../app/session.ts';
import type { CallRecordFragment } from '../../../gql/call.ts';
import { Moment } from '../../../kit/moment.tsx';
import { moneyText } from '../../../parts/money.ts';
import { changeText } from './changes.ts';

type Change = NonNullable<CallRecordFragment['changes']>[number];
type Mail = NonNullable<CallRecordFragment['notifications']>[number];

const kinds: Readonly<Record<Mail['kind'], string>> = {
  INVITATION: 'Invitation',
  CHANGE: 'Email about the new time',
  CANCELLATION: 'Email about the cancellation',
  REMINDER: 'Reminder',
};
const recipients: Readonly<Record<Mail['recipient'], string>> = { INVITEE: 'the invitee', HOST: 'the host' };
const statuses: Readonly<Record<Mail['status'], { readonly title: string; readonly color: string }>> = {
  WAITING: { title: 'Waiting', color: 'gray' },
  SENT: { title: 'Sent', color: 'green' },
  FAILED: { title: 'Failed', color: 'red' },
};

const heldBack = { title: 'On hold', color: 'orange' };

/** What happened to the call, newest first, its mails and its deals. */
export function CallHistory({ call }: { readonly call: CallRecordFragment }) {
  const { timeZone } = useSession().user;
  const changes = call.changes ?? [];
  const has = (kind: Change['kind']) => changes.some((change) => change.kind === kind);
  const { createdAt, status, rescheduleReason, cancelReason } = call;
  return (
    <section aria-label="History">
      <Title order={3} size="h6" mb="xs">
        History
      </Title>
      <ul className="history">
        {changes.map((change) => (
          <Entry key={change.id} title={changeText(change, timeZone)} at={change.createdAt} reason={change.reason} />
        ))}
        {/* Of changes that were made before there was a history, the call says this much. */}
        {status === 'CANCELLED' && !has('CANCELLED') && <Entry title="Cancelled" reason={cancelReason} />}
        {(status === 'RESCHEDULED' || rescheduleReason) && !has('MOVED') && (
          <Entry title="Moved" reason={rescheduleReason} />
        )}
        {!has('BOOKED') && <Entry title="Booked" at={createdAt} />}
        {(call.notifications ?? []).map((mail) => (
          <MailEntry key={mail.id} mail={mail} />
        ))}
        {(call.deals ?? []).map(({ id, value, currency, productName, time }) => (
          <Entry key={id} title={`Deal: ${moneyText(value, currency)}`} at={time} reason={productName} />
        ))}
      </ul>
    </section>
  );
}

/** One that is held back is shown with the time from which its mailbox has room. */
function MailEntry({ mail }: { readonly mail: Mail }) {
  const { kind, recipient, status, isHeldBack, nextAttemptAt, sentAt, dateTime } = mail;
  const { title, color } = isHeldBack ? heldBack : statuses[status];
  const at = sentAt ?? (isHeldBack ? nextAttemptAt : null) ?? dateTime;
  const reason = isHeldBack ? 'Many emails were sent to this address.' : null;
  return (
    <Entry title={`${kinds[kind]} to ${recipients[recipient]}`} at={at} reason={reason}>
      <Badge size="sm" color={color}>
        {title}
      </Badge>
    </Entry>
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
      <Group gap="xs" justify="space-between" align="baseline" wrap="nowrap">
        <Text component="span" size="sm" className="breaks" flex={1}>
          {title}
        </Text>
        {children}
        {at && (
          <Text component="span" size="sm" c="dimmed" ta="right" flex="none">
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
