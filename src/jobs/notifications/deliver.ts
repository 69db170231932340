import type { Database } from '#src/db/database.ts';
import { readMail, type StoredMail } from '#src/db/reads/notification-mails.ts';
import {
  dropMail,
  type LeasedMail,
  leaseMs,
  type MailResult,
  recordMailResult,
  renewLease,
} from '#src/db/writes/notification-leases.ts';
import type { Mail } from '#src/domain/mails/mail.ts';
import { nextAttemptAt } from '#src/domain/notifications/retries.ts';
import type { Clock } from '#src/lib/time/clock.ts';
import { mailProblem } from '#src/services/accounts/mail-problem.ts';
import type { Mailer } from '#src/services/accounts/mailer.ts';
import { untilRecorded } from '../until-recorded.ts';
import { type ComposeContext, composeMail, isOutdated } from './compose.ts';

export interface DeliveryContext extends ComposeContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly onError: (error: unknown) => void;
  /** Ends the attempts to record a result. */
  readonly aborting: AbortSignal;
}

/** Sends a leased e-mail and records the result. The lease is renewed while a slow mail server responds. */
export async function deliverMail(context: DeliveryContext, leased: LeasedMail): Promise<void> {
  const { db, clock, onError } = context;
  const renewing = setInterval(() => void renewLease(db, leased, clock.now()).catch(onError), leaseMs / 3);
  try {
    const stored = await readMail(db, leased);
    if (!stored) return;
    const mail = isOutdated(stored, clock.now()) ? undefined : composed(context, leased, stored);
    if (mail) await record(context, leased, await attempt(context, leased, { stored, mail }));
    else await dropMail(db, leased, clock.now());
  } finally {
    clearInterval(renewing);
  }
}

/** Returns an error instead of throwing it, so that it counts as an attempt: another run would fail at once in the same way. */
function composed(context: DeliveryContext, leased: LeasedMail, stored: StoredMail): Mail | Error | undefined {
  try {
    return composeMail(context, leased, { stored, now: context.clock.now() });
  } catch (error) {
    context.onError(error);
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function attempt(
  { mailer, clock, onError }: DeliveryContext,
  { attempts }: LeasedMail,
  { stored: { kind, dateTime }, mail }: { readonly stored: StoredMail; readonly mail: Mail | Error },
): Promise<MailResult> {
  try {
    if (mail instanceof Error) throw mail;
    await mailer.send(mail);
    return { sentAt: clock.now() };
  } catch (error) {
    const { text, isPermanent, reachedServer } = mailProblem(error);
    if (!isPermanent) onError(error);
    const failed = { kind, attempts: attempts + 1, dateTime: new Date(dateTime), now: clock.now() };
    return { error: text, nextAttemptAt: isPermanent ? undefined : nextAttemptAt(failed), reachedServer };
  }
}

async function record(context: DeliveryContext, leased: LeasedMail, result: MailResult): Promise<void> {
  const { db, clock, onError } = context;
  const isRecorded = await untilRecorded(() => recordMailResult(db, leased, result, clock.now()), context);
  if (!isRecorded) onError(notRecorded(leased));
}

function notRecorded({ workspaceId, id }: LeasedMail): Error {
  return new Error(
    `The result of an attempt is not recorded: notification ${id} of workspace ${workspaceId} was deleted, or was sent by another attempt or has one under way`,
  );
}
