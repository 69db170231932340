import type { MailRecipient, NotificationKind } from './notification.ts';
import type { PlannedNotification } from './planned.ts';

/** A waiting mail that is not sent any more, because its call changed again. */
export interface ReplacedNotification {
  readonly kind: NotificationKind;
  readonly recipient: MailRecipient;
  /** The address of a guest. */
  readonly guestEmail?: string | null;
  /** The host at that time. */
  readonly userId: number;
  /** True if there was an attempt to send it: the recipient may have got it. */
  readonly wasTried: boolean;
}

/**
 * The mails of a change, which replace those that waited: each describes the last state in view of what was sent before. A
 * recipient who never got an invitation is invited to the call as it is now, or gets no mail if it is cancelled. A recipient
 * who was to get a cancellation, and has the call again, gets a mail about a change.
 */
export function inPlaceOf(
  replaced: readonly ReplacedNotification[],
  planned: readonly PlannedNotification[],
): PlannedNotification[] {
  return planned.flatMap((mail) => {
    const before = mail.kind === 'REMINDER' ? [] : replaced.filter((each) => isForSame(each, mail));
    const kind = kindAfter(before, mail.kind);
    return kind === undefined ? [] : [{ ...mail, kind }];
  });
}

function isForSame(replaced: ReplacedNotification, mail: PlannedNotification): boolean {
  if (replaced.kind === 'REMINDER' || replaced.recipient !== mail.recipient) return false;
  switch (replaced.recipient) {
    case 'INVITEE':
      return true;
    case 'HOST':
      return replaced.userId === mail.call.userId;
    case 'GUEST':
      return replaced.guestEmail === mail.guestEmail;
  }
}

function kindAfter(before: readonly ReplacedNotification[], kind: NotificationKind): NotificationKind | undefined {
  if (before.some((each) => each.kind === 'INVITATION' && !each.wasTried)) {
    return kind === 'CANCELLATION' ? undefined : 'INVITATION';
  }
  return kind === 'INVITATION' && before.some((each) => each.kind === 'CANCELLATION') ? 'CHANGE' : kind;
}
