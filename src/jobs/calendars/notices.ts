import type { Database } from '#src/db/database.ts';
import {
  type LeasedNotice,
  leaseNotice,
  type NoticedPerson,
  readPeopleToNotice,
  recordNotice,
  workspacesToNotice,
} from '#src/db/writes/calendar-notices.ts';
import { calendarNotice } from '#src/domain/calendars/notice-mail.ts';
import type { Mail } from '#src/domain/mails/mail.ts';
import type { Clock } from '#src/lib/time/clock.ts';
import type { Mailer } from '#src/services/accounts/mailer.ts';
import { LeaseWorker } from '../lease-worker.ts';

interface NoticeContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly baseUrl: string;
  /** The base URL of the links in e-mails. */
  readonly appUrl: string;
  readonly onError: (error: unknown) => void;
}

/** E-mails hosts and owners about unreadable calendars: once for each outage, and once when a calendar is disconnected. */
export class NoticeWorker extends LeaseWorker<LeasedNotice> {
  constructor(context: NoticeContext) {
    const { db, clock, onError } = context;
    super({
      maxAtOnce: 3,
      maxPerWorkspace: 2,
      onError,
      workspaces: () => workspacesToNotice(db, clock.now()),
      lease: (workspaceId) => leaseNotice(db, workspaceId, clock.now()),
      work: (leased) => sendNotice(context, leased),
    });
  }
}

/**
 * An outage counts as reported once one e-mail was accepted: a retry for one recipient would reach the others again, and the
 * application shows the state to all. If none was accepted, all are resent after the lease has ended.
 */
async function sendNotice({ db, clock, mailer, baseUrl, appUrl, onError }: NoticeContext, notice: LeasedNotice) {
  const people = await readPeopleToNotice(db, notice);
  const host = people.find(({ userId }) => userId === notice.userId);
  if (!host) return;
  const sent = await Promise.allSettled(
    people.map((person) => mailer.send(mailTo(person, { host, notice, baseUrl, appUrl }))),
  );
  for (const each of sent) if (each.status === 'rejected') onError(each.reason);
  if (sent.some(({ status }) => status === 'fulfilled')) await recordNotice(db, notice, clock.now());
}

interface NoticeParts {
  readonly host: NoticedPerson;
  readonly notice: LeasedNotice;
  readonly baseUrl: string;
  readonly appUrl: string;
}

/** Retries reuse the Message-ID. A disconnection has another one than its outage, or mail clients would drop it. */
function mailTo({ userId, email }: NoticedPerson, { host, notice, baseUrl, appUrl }: NoticeParts): Mail {
  const { id, workspaceId, kind, name, problem, disconnectedAt, lastReadAt, readableUntil } = notice;
  const mail = calendarNotice({
    to: email,
    isHost: userId === host.userId,
    workspace: host.workspace,
    appUrl,
    host: { name: `${host.firstName} ${host.lastName}`, email: host.email },
    kind,
    name,
    problem,
    lastReadAt,
    isDisconnected: disconnectedAt !== null,
  });
  const state = disconnectedAt === null ? 'unreadable' : 'disconnected';
  const since = Date.parse(disconnectedAt ?? readableUntil);
  const messageId = `<calendar.${workspaceId}.${id}.${state}.${since}.${userId}@${new URL(baseUrl).hostname}>`;
  return { ...mail, messageId };
}
