import { Badge } from '@mantine/core';
import { useSession } from '../../../app/session.ts';
import type { CallRecordFragment } from '../../../gql/call.ts';
import { Timeline, TimelineEntry } from '../../../kit/timeline.tsx';
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
    <Timeline title="History">
      {changes.map((change) => (
        <TimelineEntry
          key={change.id}
          title={changeText(change, timeZone)}
          at={change.createdAt}
          reason={change.reason}
        />
      ))}
      {/* Of changes that were made before there was a history, the call says this much. */}
      {status === 'CANCELLED' && !has('CANCELLED') && <TimelineEntry title="Cancelled" reason={cancelReason} />}
      {(status === 'RESCHEDULED' || rescheduleReason) && !has('MOVED') && (
        <TimelineEntry title="Moved" reason={rescheduleReason} />
      )}
      {!has('BOOKED') && <TimelineEntry title="Booked" at={createdAt} />}
      {(call.notifications ?? []).map((mail) => (
        <MailEntry key={mail.id} mail={mail} />
      ))}
      {(call.deals ?? []).map(({ id, value, currency, productName, time }) => (
        <TimelineEntry key={id} title={`Deal: ${moneyText(value, currency)}`} at={time} reason={productName} />
      ))}
    </Timeline>
  );
}

/** One that is held back is shown with the time from which its mailbox has room. */
function MailEntry({ mail }: { readonly mail: Mail }) {
  const { kind, recipient, status, isHeldBack, nextAttemptAt, sentAt, dateTime } = mail;
  const { title, color } = isHeldBack ? heldBack : statuses[status];
  const at = sentAt ?? (isHeldBack ? nextAttemptAt : null) ?? dateTime;
  const reason = isHeldBack ? 'Many emails were sent to this address.' : null;
  return (
    <TimelineEntry title={`${kinds[kind]} to ${recipients[recipient]}`} at={at} reason={reason}>
      <Badge size="sm" color={color}>
        {title}
      </Badge>
    </TimelineEntry>
  );
}
