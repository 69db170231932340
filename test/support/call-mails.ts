import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import ical from 'node-ical';
import { afterAll, afterEach, beforeEach } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { NotificationWorker } from '#src/jobs/notifications/worker.ts';
import type { Mailer } from '#src/services/accounts/mailer.ts';
import { type TestApp, testSecretKey, useApp } from './app.ts';
import { type MailServer, mailServer } from './mail-server.ts';
import { untilDone } from './until-done.ts';

export const baseUrl = 'http://api.test';
/** Where the links of mails lead. */
const appUrl = 'http://app.test';

export interface SendingWorker {
  /** Sends what is due, and what becomes due of it, until nothing is left. */
  sendDue(): Promise<void>;
  readonly worker: NotificationWorker;
  readonly errors: unknown[];
}

/** A worker with the clock of the test. */
export function sendingWorker(
  { context }: { readonly context: { readonly db: Database; readonly clock: { now(): Date } } },
  mailer: Pick<Mailer, 'send'>,
): SendingWorker {
  const errors: unknown[] = [];
  const worker = new NotificationWorker({
    ...{ db: context.db, clock: context.clock, mailer, baseUrl, appUrl },
    bookingTokens: new BookingTokens(testSecretKey),
    onError: (error) => errors.push(error),
  });
  return { sendDue: () => untilDone(worker), worker, errors };
}

export interface MailedApp extends SendingWorker {
  readonly app: TestApp;
  readonly mail: MailServer;
}

/**
 * A server that sends mail to a mail server of the test, and a worker that sends when the test says so. All tests book for the same
 * few addresses, whose mailboxes got nothing before each.
 */
export async function useMailedApp(options: Parameters<typeof useApp>[0] = {}): Promise<MailedApp> {
  const mail = await mailServer(baseUrl);
  const app = await useApp({ ...options, mailer: mail.mailer });
  afterAll(() => mail.close());
  beforeEach(() => app.sql('DELETE FROM "Mailbox"'));
  return { app, mail, ...sendingWorker(app, mail.mailer) };
}

/** `useMailedApp` for tests that move the clock: after each, its mails and notifications are gone, and the clock is back. */
export async function useClearedMails(): Promise<MailedApp> {
  const mailed = await useMailedApp();
  const { app, mail } = mailed;
  const start = app.clock.now();
  afterEach(async () => {
    mail.answer = undefined;
    app.clock.set(start.toISOString());
    await app.sql('DELETE FROM "Notification"');
    await takeMails(mail);
  });
  return mailed;
}

/** The mails that came, parsed, and then forgotten. */
export async function takeMails({ received }: Pick<MailServer, 'received'>): Promise<CallMail[]> {
  const taken = received.splice(0);
  return Promise.all(taken.map(async ({ source, to }) => ({ ...read(await simpleParser(source)), envelope: to })));
}

export interface CallMail {
  readonly to: string;
  readonly from: string | undefined;
  readonly replyTo: string | undefined;
  readonly subject: string | undefined;
  readonly text: string;
  readonly html: string;
  readonly messageId: string | undefined;
  /** The `method` of the MIME type of the calendar part; undefined where there is none. */
  readonly mimeMethod: string | undefined;
  readonly calendar: CalendarEntry | undefined;
  readonly envelope: readonly string[];
}

interface CalendarEntry {
  readonly text: string;
  readonly method: string;
  readonly uid: string;
  readonly sequence: number;
  readonly status: string | undefined;
  readonly start: string;
  readonly end: string | undefined;
  readonly organizer: string | undefined;
  readonly attendees: readonly string[];
  readonly url: string | undefined;
}

const addressOf = (address: AddressObject | AddressObject[] | undefined) => [address].flat()[0]?.text;

function read(parsed: ParsedMail): Omit<CallMail, 'envelope'> {
  const { subject, text = '', html, messageId, attachments } = parsed;
  const part = attachments.find(({ contentType }) => contentType === 'text/calendar');
  const file = attachments.find(({ contentType }) => contentType === 'application/ics');
  if (part && part.content.toString() !== file?.content.toString()) throw new Error('Two calendars that differ');
  return {
    ...{ to: addressOf(parsed.to) ?? '', from: addressOf(parsed.from), replyTo: addressOf(parsed.replyTo) },
    ...{ subject, text, html: html || '', messageId },
    mimeMethod: part?.headers.get('content-type') && methodOf(part.headers.get('content-type')),
    calendar: part && calendarOf(part.content.toString()),
  };
}

function methodOf(type: unknown): string | undefined {
  return (type as { readonly params?: { readonly method?: string } }).params?.method;
}

function calendarOf(text: string): CalendarEntry {
  const parsed = ical.sync.parseICS(text);
  const [event] = Object.values(parsed).flatMap((each) => (each?.type === 'VEVENT' ? [each] : []));
  if (!event) throw new Error('No VEVENT');
  return {
    ...{ text, uid: event.uid, sequence: Number(event.sequence), status: event.status },
    method: /^METHOD:(.*)\r$/m.exec(text)?.[1] ?? '',
    ...{ start: event.start.toISOString(), end: event.end?.toISOString() },
    ...{ organizer: valueOfPerson(event.organizer), url: event.url as string | undefined },
    attendees: [event.attendee ?? []].flat().map((each) => valueOfPerson(each) ?? ''),
  };
}

function valueOfPerson(person: unknown): string | undefined {
  return typeof person === 'string' ? person : (person as { readonly val?: string } | undefined)?.val;
}
