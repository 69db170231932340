import { afterAll } from 'vitest';
import { InviteeLimits } from '#src/access/invitee-limits.ts';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { HoldMailWorker } from '#src/jobs/notifications/hold-mails.ts';
import { type TestApp, type TestAppOptions, testSecretKey, useApp } from './app.ts';
import { bookableEvent, type EventDraft } from './bookable-events.ts';
import { type BookingPage, filledIn, manyAddresses, openPage } from './booking-pages.ts';
import type { Member } from './factories.ts';
import { type MailServer, mailServer } from './mail-server.ts';
import { presentMs } from './present.ts';
import { nextSerial } from './serial.ts';
import { untilDone } from './until-done.ts';

export const appUrl = 'http://app.test';

export interface HoldingApp {
  readonly app: TestApp;
  readonly mail: MailServer;
  /** Sends the mails that are due, and returns those that came since the last time. */
  takeMails(): Promise<MailServer['received']>;
  /** What went wrong in sending them. */
  readonly errors: unknown[];
}

/** A server that sends mail, whose limits of invitees have the clock of the test. */
export async function useHoldingApp(options: TestAppOptions = {}): Promise<HoldingApp> {
  const mail = await mailServer(appUrl);
  const clock = { now: presentMs };
  const inviteeLimits = new InviteeLimits((_use, seconds) => memoryWindows(() => clock.now(), seconds));
  const app = await useApp({ ...manyAddresses, mailer: mail.mailer, inviteeLimits, ...options });
  clock.now = () => app.clock.now().getTime();
  afterAll(() => mail.close());
  const errors: unknown[] = [];
  const worker = new HoldMailWorker({
    ...{ db: app.context.db, clock: app.clock, mailer: mail.mailer, baseUrl: 'http://api.test', appUrl },
    bookingTokens: new BookingTokens(testSecretKey),
    onError: (error) => errors.push(error),
  });
  const takeMails = async () => {
    await untilDone(worker);
    return mail.received.splice(0);
  };
  return { app, mail, takeMails, errors };
}

export interface HoldingEvent {
  readonly owner: Member;
  readonly eventId: number;
  readonly linkPrefix: string;
  readonly path: string;
  /** An address of a network that no other event of the test has. */
  readonly office: string;
  /** Fills in the form for this instant and sends it from this address. */
  book(dateTime: string, typed: Readonly<Record<string, string>>, address?: string): Promise<BookingPage>;
  /** Makes so many bookings of the address, with people of their own, from so many hours after the start of a day. */
  fill(count: number, address?: string, from?: number): Promise<BookingPage[]>;
  calls(): Promise<Record<string, unknown>[]>;
  holds(): Promise<Record<string, unknown>[]>;
}

/** Hours from the morning after the clock of the tests. */
export const hour = (number: number) => new Date(Date.UTC(2026, 2, 5, number)).toISOString();

/** An event that is open at all hours, whose form asks for a name and an e-mail address. */
export async function holdingEvent(
  app: TestApp,
  draft: EventDraft = {},
  questions: readonly string[] = ['NAME', 'EMAIL'],
): Promise<HoldingEvent> {
  const owner = await app.workspace();
  const { workspaceId, userId } = owner;
  const linkPrefix = `user-${userId}/held-${nextSerial()}`;
  const eventId = await bookableEvent(app, owner, { linkPrefix, ...draft });
  for (const type of questions) {
    await app.insert('InviteeQuestion', { workspaceId, eventId, type, statement: `${type}?`, required: true });
  }
  const path = `/e/${linkPrefix}`;
  const serial = nextSerial();
  const office = `198.${18 + (serial >> 8)}.${serial & 255}.7`;
  const rows = (table: string) => () =>
    app.sql<Record<string, unknown>>(`SELECT * FROM "${table}" WHERE "workspaceId" = $1 ORDER BY "createdAt", "id"`, [
      workspaceId,
    ]);
  const book: HoldingEvent['book'] = async (dateTime, typed, address = office) => {
    const page = await openPage(app, `${path}?dateTime=${dateTime}&timeZone=UTC`);
    return openPage(app, path, { form: filledIn(page, typed), headers: { 'x-forwarded-for': address } });
  };
  const fill: HoldingEvent['fill'] = async (count, address, from = 0) => {
    const pages = [];
    for (let number = from; number < from + count; number++) {
      const typed = {
        name: `Guest ${number}`,
        email: `guest${number}@example.com`,
        phoneNumber: `+1415555${1000 + number}`,
      };
      pages.push(await book(hour(100 + number), typed, address));
    }
    return pages;
  };
  return { owner, eventId, linkPrefix, path, office, book, fill, calls: rows('EventCall'), holds: rows('BookingHold') };
}
