import type { ClientBase } from 'pg';
import { readNotifications } from '#src/db/reads/notifications.ts';
import { peekMailbox } from '#src/db/writes/mailboxes.ts';
import { countedMail } from '#src/db/writes/notification-mailboxes.ts';
import {
  findNotification,
  type ResentMail,
  resendNotification as resend,
} from '#src/db/writes/resent-notifications.ts';
import { fieldError, recordNotFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import { mailboxFull } from '#src/domain/mails/mailbox-limit.ts';
import type { NotificationListInput } from '#src/domain/notifications/input.ts';
import type { Notification, NotificationPage } from '#src/domain/notifications/notification.ts';
import { visibleRows } from '#src/domain/principal/policy.ts';
import { rateLimitError } from '#src/domain/rate-limit-error.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';
import type { CallerContext } from './context.ts';
import { readPage } from './pages.ts';

/** The minimum time between two manual resends of an e-mail. */
const resendPauseMinutes = 10;

/** A page of the e-mails about visible calls, newest first. */
export function listNotifications(context: CallerContext, input: NotificationListInput): Promise<NotificationPage> {
  const calls = visibleRows('EventCall', context.principal);
  return readPage(context, { list: 'notifications', input }, (query, { status, ...filters }) =>
    readNotifications(context.db, { ...query, ...filters, statuses: status, calls }),
  );
}

/** Resends an e-mail that was sent or has failed. If it waits for another attempt, sends it at once. */
export function resendNotification({ db, principal, clock }: CallerContext, { id }: ById): Promise<Notification> {
  const { workspaceId } = principal;
  const now = clock.now();
  return db.write(async (client: ClientBase) => {
    const scope = { workspaceId, visible: visibleRows('EventCall', principal) };
    const found = await findNotification(client, scope, id);
    if (!found) throw recordNotFound('id');
    const problem = resendProblem(found, now);
    if (problem !== undefined) throw fieldError('id', 'invalid_state', problem);
    await requireResendable(client, workspaceId, { found, now });
    return resend(client, [workspaceId, id], now);
  });
}

/**
 * Resending an outdated e-mail would reset recipients' mails and calendars to an earlier state of the call. An e-mail that
 * waits for a retry precedes those of later updates, so it may be made due.
 */
function resendProblem({ kind, status, dateTime, isPresent, sendsMail }: ResentMail, now: Date): string | undefined {
  const isReminder = kind === 'REMINDER';
  if (!isPresent && (isReminder || status !== 'WAITING'))
    return 'The call or its guests have changed since: only emails with its current details can be sent again';
  if (isReminder && Date.parse(dateTime) <= now.getTime())
    return 'The call has already begun: reminders are no longer sent';
  return isReminder && !sendsMail ? 'The event does not send emails: there are no reminders of its calls' : undefined;
}

/** Unlimited resends would fill the recipient's mailbox and harm the operator's sender reputation. */
async function requireResendable(
  client: ClientBase,
  workspaceId: number,
  { found, now }: { readonly found: ResentMail; readonly now: Date },
): Promise<void> {
  const pauseMs = resendPauseMinutes * minuteMs;
  const freeAt = new Date(Date.parse(found.resentAt ?? '') + pauseMs);
  if (freeAt > now)
    throw rateLimitError(
      { freeAt, limit: 1, windowMs: pauseMs, reason: 'This email was already sent again a short time ago' },
      now,
    );
  // Resending a sent or failed e-mail creates another message.
  const resends = found.resends + (found.status === 'WAITING' ? 0 : 1);
  const counted = await countedMail(client, workspaceId, { ...found, resends });
  const reached = counted && (await peekMailbox(client, counted, now));
  if (reached) throw mailboxFull(reached, now);
}
