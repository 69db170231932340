import type { Database } from '#src/db/database.ts';
import {
  dropWeeklyMail,
  type LeasedWeeklyMail,
  leaseWeeklyMail,
  moveWeeklyMail,
  postponeWeeklyMail,
  readWeeklyRecipient,
  renewWeeklyMail,
  retryWeeklyMail,
  type WeeklyRecipient,
  weeklyLeaseMs,
  weekOf,
  workspacesWithWeeklyMail,
} from '#src/db/writes/weekly-mails.ts';
import type { Mail } from '#src/domain/mails/mail.ts';
import { dueOf, isTooLate, retryAt, weekAfter } from '#src/domain/weekly-mails/schedule.ts';
import { weeklyMail } from '#src/domain/weekly-mails/weekly-mail.ts';
import type { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import type { Clock } from '#src/lib/time/clock.ts';
import { mailProblem } from '#src/services/accounts/mail-problem.ts';
import type { Mailer } from '#src/services/accounts/mailer.ts';
import { readWeeklyNumbers } from '#src/services/weekly-mails/numbers.ts';
import { weeklyMailOffUrl } from '#src/services/weekly-mails/switch.ts';
import { LeaseWorker } from '../lease-worker.ts';
import { untilRecorded } from '../until-recorded.ts';

export interface WeeklyMailContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly weeklyMailLinks: SignedTexts;
  readonly baseUrl: string;
  /** The base URL of the links in the mail. */
  readonly appUrl: string;
  readonly onError: (error: unknown) => void;
}

/** Mails members the numbers of their last week. */
export class WeeklyMailWorker extends LeaseWorker<LeasedWeeklyMail> {
  constructor(context: WeeklyMailContext) {
    const { db, clock, onError } = context;
    super({
      maxAtOnce: 3,
      maxPerWorkspace: 2,
      onError,
      workspaces: () => workspacesWithWeeklyMail(db, clock.now()),
      lease: (workspaceId, underWay) =>
        leaseWeeklyMail(
          db,
          workspaceId,
          clock.now(),
          underWay.map(({ id }) => id),
        ),
      work: (leased, aborting) => sendWeeklyMail(context, leased, aborting),
    });
  }
}

/**
 * Sends the mail of one member, renewing the lease while a slow mail server responds. A row is leased as soon as it is Monday
 * morning anywhere: the zones of the member and of the workspace, as they are now, say when the mail is due.
 */
async function sendWeeklyMail(
  context: WeeklyMailContext,
  leased: LeasedWeeklyMail,
  aborting: AbortSignal,
): Promise<void> {
  const { db, clock, onError } = context;
  const renewing = setInterval(() => void renewWeeklyMail(db, leased, clock.now()).catch(onError), weeklyLeaseMs / 3);
  try {
    const recipient = await readWeeklyRecipient(db, leased);
    if (!recipient) {
      await dropWeeklyMail(db, leased);
      return;
    }
    const week = weekOf(leased);
    const due = dueOf(week, recipient);
    if (clock.now().getTime() < due) {
      await postponeWeeklyMail(db, leased, new Date(due));
      return;
    }
    const retry = isTooLate(week, recipient, clock.now())
      ? undefined
      : await attempt(context, leased, { recipient, week });
    const end = () => (retry ? retryWeeklyMail(db, leased, retry) : moveWeeklyMail(db, leased, weekAfter(week)));
    await untilRecorded(end, { onError, aborting });
  } finally {
    clearInterval(renewing);
  }
}

/** Sends the mail if there is something to say. Returns when to try again, if that failed. */
async function attempt(
  context: WeeklyMailContext,
  leased: LeasedWeeklyMail,
  { recipient, week }: { readonly recipient: WeeklyRecipient; readonly week: string },
): Promise<Date | undefined> {
  const { mailer, clock, onError } = context;
  try {
    const mail = await mailOf(context, leased, { recipient, week });
    if (mail) await mailer.send(mail);
    return undefined;
  } catch (error) {
    onError(error);
    return mailProblem(error).isPermanent ? undefined : retryAt(leased.attempts + 1, clock.now());
  }
}

async function mailOf(
  context: WeeklyMailContext,
  { workspaceId, id }: LeasedWeeklyMail,
  { recipient, week }: { readonly recipient: WeeklyRecipient; readonly week: string },
): Promise<Mail | undefined> {
  const { appUrl, baseUrl } = context;
  const numbers = await readWeeklyNumbers(context, { ...recipient, workspaceId }, week);
  if (!numbers) return undefined;
  const { userId, email: to, firstName, workspace } = recipient;
  const offLink = weeklyMailOffUrl(context, [workspaceId, userId]);
  // The same for each attempt, so that a mail that arrives twice is recognised.
  const messageId = `<weekly.${workspaceId}.${id}.${week}@${new URL(baseUrl).hostname}>`;
  return { ...weeklyMail({ ...numbers, to, firstName, workspaceId, workspace, appUrl, offLink }), messageId };
}
