import { useSession } from '../../../app/session.ts';
import type { CallRecordFragment } from '../../../gql/call.ts';
import { Timeline, TimelineEntry } from '../../../kit/timeline.tsx';
import { changeText } from '../../../parts/calls/changes.ts';
import { EmailBadge, emailMoment, emailTitles, heldBackReason } from '../../../parts/calls/emails.tsx';
import { moneyText } from '../../../parts/money.ts';

type Change = NonNullable<CallRecordFragment['changes']>[number];
type Mail = NonNullable<CallRecordFragment['notifications']>[number];

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
      {(status === 'RESCHEDULED' || (rescheduleReason && !has('REASSIGNED'))) && !has('MOVED') && (
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

function MailEntry({ mail }: { readonly mail: Mail }) {
  const { kind, recipient, guestEmail } = mail;
  const title = `${emailTitles.kind[kind]} to ${guestEmail ?? `the ${emailTitles.recipient[recipient].toLowerCase()}`}`;
  return (
    <TimelineEntry title={title} at={emailMoment(mail)} reason={heldBackReason(mail)}>
      <EmailBadge {...mail} />
    </TimelineEntry>
  );
}
