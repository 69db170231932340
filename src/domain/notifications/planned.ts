import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { guestChange } from '#src/domain/event-calls/guests.ts';
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
  /** The address of a guest. */
  readonly guestEmail?: string;
  readonly call: CallSnapshot;
  readonly dueAt: Date;
  /** True if it waits because the invitee's mailbox has reached a limit until `dueAt`. */
  readonly isHeldBack?: boolean;
}

type Call = CallSnapshot & Pick<EventCall, 'status' | 'inviteeEmail' | 'guests'>;

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
  return [...ofChange(change), ...(call.status === 'CANCELLED' ? [] : ofReminders(change, call.guests))].filter(
    ({ recipient }) => recipient !== 'INVITEE' || call.inviteeEmail !== null,
  );
}

/** The mails of a change of the guests alone: only those who were added or removed get one. */
export function plannedForGuests(change: Change & { readonly before: Call }): PlannedNotification[] {
  const { before, call, now: dueAt } = change;
  const { added, removed } = guestChange(before, call);
  const others = ofReminders(change, added).filter(({ recipient }) => recipient === 'GUEST');
  return [
    ...forGuests(removed, { kind: 'CANCELLATION', call, dueAt }),
    ...forGuests(added, { kind: 'INVITATION', call, dueAt }),
    ...others,
  ];
}

function forGuests(
  guests: readonly string[],
  mail: Omit<PlannedNotification, 'recipient' | 'guestEmail'>,
): PlannedNotification[] {
  return guests.map((guestEmail) => ({ ...mail, recipient: 'GUEST', guestEmail }));
}

function ofChange({ before, call, now: dueAt }: Change): PlannedNotification[] {
  const kind = kindOf(before, call);
  const invitee = { kind, recipient: 'INVITEE', call, dueAt } as const;
  const guests = forGuests(call.guests, { kind, call, dueAt });
  if (before === undefined || before.userId === call.userId) {
    return [invitee, ...guests, { ...invitee, recipient: 'HOST' }];
  }
  return [
    invitee,
    ...guests,
    // The calendar of the earlier host still has the call as it was.
    { kind: 'CANCELLATION', recipient: 'HOST', call: before, dueAt },
    { kind: 'INVITATION', recipient: 'HOST', call, dueAt },
  ];
}

function kindOf(before: Call | undefined, { status }: Call): NotificationKind {
  if (before === undefined) return 'INVITATION';
  return status === 'CANCELLED' ? 'CANCELLATION' : 'CHANGE';
}

/** Guests are reminded with the invitee. Skips reminders whose time has passed. */
function ofReminders({ call, reminders, now }: Change, guests: readonly string[]): PlannedNotification[] {
  const start = Date.parse(call.dateTime);
  return reminders
    .flatMap(({ minutesBefore, recipient }): PlannedNotification[] => {
      const mail = { kind: 'REMINDER' as const, call, dueAt: new Date(start - minutesBefore * minuteMs) };
      return [{ ...mail, recipient }, ...(recipient === 'INVITEE' ? forGuests(guests, mail) : [])];
    })
    .filter(({ dueAt }) => dueAt > now);
}

/**
 * Delays the mails to an invitee whose mailbox has reached a limit until `freeAt`. Mails to hosts are not delayed, nor are
 * reminders, which have their own time. The worker delays those to guests. If the call is over by then, it gives up the mail.
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
