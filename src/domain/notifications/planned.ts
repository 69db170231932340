import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';
import type { EventReminder, MailRecipient, NotificationKind } from './notification.ts';

/** The columns of a call that its mail stores as they are at the change. */
type CallSnapshot = Pick<
  EventCall,
  'id' | 'userId' | 'dateTime' | 'endTime' | 'timeZone' | 'location' | 'locationLink'
>;

export interface PlannedNotification {
  readonly kind: NotificationKind;
  readonly recipient: MailRecipient;
  readonly call: CallSnapshot;
  readonly dueAt: Date;
  /** True if it waits because the invitee's mailbox has reached a limit until `dueAt`. */
  readonly isHeldBack?: boolean;
}

type Call = CallSnapshot & Pick<EventCall, 'status' | 'inviteeEmail'>;

interface Change {
  /** Undefined for a call that was just booked. */
  readonly before: Call | undefined;
  readonly call: Call;
  readonly reminders: readonly EventReminder[];
  readonly now: Date;
}

/** The mails of a change: one for each recipient, and the reminders. A call that is over gets none. */
export function plannedNotifications(change: Change): PlannedNotification[] {
  const { call, now } = change;
  if (Date.parse(call.endTime) <= now.getTime()) return [];
  return [...ofChange(change), ...(call.status === 'CANCELLED' ? [] : ofReminders(change))].filter(
    ({ recipient }) => recipient === 'HOST' || call.inviteeEmail !== null,
  );
}

function ofChange({ before, call, now: dueAt }: Change): PlannedNotification[] {
  const kind = kindOf(before, call);
  const invitee = { kind, recipient: 'INVITEE', call, dueAt } as const;
  if (before === undefined || before.userId === call.userId) return [invitee, { ...invitee, recipient: 'HOST' }];
  return [
    invitee,
    // The calendar of the earlier host still has the call as it was.
    { kind: 'CANCELLATION', recipient: 'HOST', call: before, dueAt },
    { kind: 'INVITATION', recipient: 'HOST', call, dueAt },
  ];
}

function kindOf(before: Call | undefined, { status }: Call): NotificationKind {
  if (before === undefined) return 'INVITATION';
  return status === 'CANCELLED' ? 'CANCELLATION' : 'CHANGE';
}

/** Skips reminders whose time has passed. */
function ofReminders({ call, reminders, now }: Change): PlannedNotification[] {
  const start = Date.parse(call.dateTime);
  return reminders
    .map(({ minutesBefore, recipient }) => {
      return { kind: 'REMINDER' as const, recipient, call, dueAt: new Date(start - minutesBefore * minuteMs) };
    })
    .filter(({ dueAt }) => dueAt > now);
}

/**
 * Delays the mails to an invitee whose mailbox has reached a limit until `freeAt`. Mails to hosts are not delayed, nor are
 * reminders, which have their own time. If the call is over by then, the worker gives up the mail.
 */
export function heldBackUntil(
  freeAt: Date | undefined,
  planned: readonly PlannedNotification[],
): PlannedNotification[] {
  return planned.map((mail) => {
    const waits = mail.recipient === 'INVITEE' && mail.kind !== 'REMINDER';
    if (!waits || freeAt === undefined || freeAt >= new Date(mail.call.endTime)) return mail;
    return { ...mail, dueAt: freeAt, isHeldBack: true };
  });
}
