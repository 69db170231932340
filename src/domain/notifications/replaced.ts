import type { MailRecipient, NotificationKind } from './notification.ts';
import type { PlannedNotification } from './planned.ts';

/** A mail that waited while its call changed again, and is not sent any more. */
export interface ReplacedNotification {
  readonly kind: NotificationKind;
  readonly recipient: MailRecipient;
  /** The host then. */
  readonly userId: number;
  /** Whether there was an attempt to send it, which the recipient may have got. */
  readonly wasTried: boolean;
}

/**
 * The mails of a change in the place of those that waited: each says the last state to somebody who knows what was sent before.
 * Who never heard of the call is invited to it as it is now, or gets no mail about a call that is off; who was to hear that it is
 * off, and has it again, learns of a change.
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

function isForSame({ kind, recipient, userId }: ReplacedNotification, mail: PlannedNotification): boolean {
  return (
    kind !== 'REMINDER' && recipient === mail.recipient && (recipient === 'INVITEE' || userId === mail.call.userId)
  );
}

function kindAfter(before: readonly ReplacedNotification[], kind: NotificationKind): NotificationKind | undefined {
  if (before.some((each) => each.kind === 'INVITATION' && !each.wasTried)) {
    return kind === 'CANCELLATION' ? undefined : 'INVITATION';
  }
  return kind === 'INVITATION' && before.some((each) => each.kind === 'CANCELLATION') ? 'CHANGE' : kind;
}
