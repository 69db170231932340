import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail } from '#src/domain/mails/mail.ts';
import { NoticeWorker } from '#src/jobs/calendars/notices.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { bookingIn, march } from '../support/bookings.ts';
import { caldavMissing, caldavServerForTests, entriesIn } from '../support/caldav-calendar.ts';
import { answerWith, useCalendarServer } from '../support/calendar-feeds.ts';
import { calendarWorkers, connectCalendars } from '../support/calendar-workers.ts';
import { hasCitus, unlessCitus } from '../support/citus-cluster.ts';
import { placeOf, SentStatements } from './statements.ts';

/** Work is found in all workspaces at once. */
const ofAllWorkspaces = /^SELECT (DISTINCT )?\w\."workspaceId" FROM "Calendar(Connection|Entry)" /;

describe.skipIf(!hasCitus || caldavMissing)(`calendars on Citus${unlessCitus || (caldavMissing ?? '')}`, async () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());
  const feeds = await useCalendarServer();
  const server = caldavServerForTests();

  test('are read, written and noticed in statements on one shard, but for those that find the work', async () => {
    const { readDue, writeDue, errors } = calendarWorkers(app);
    const booking = await bookingIn(app);
    const url = await server.createCalendar('Work');
    const { username, password } = server;
    const id = await connectCalendars(app, booking.owner, { kind: 'CALDAV', url: server.url, username, password });
    const choices = `"countsAsBusy" = ("externalId" = $3), "takesBookings" = ("externalId" = $3)`;
    const values = [booking.workspaceId, id, url];
    await app.sql(`UPDATE "Calendar" SET ${choices} WHERE "workspaceId" = $1 AND "connectionId" = $2`, values);
    const feed = feeds.address();
    await connectCalendars(app, booking.owner, { kind: 'ICS', url: feed.url });
    const mails: Mail[] = [];
    const notices = new NoticeWorker({
      ...{ db: app.context.db, clock: app.context.clock, baseUrl: 'http://api.test', appUrl: 'http://app.test' },
      mailer: { send: async (mail) => void mails.push(mail) },
      onError: (error) => void errors.push(error),
    });

    const sent = new SentStatements(() => 'calendars');
    await readDue();
    const call = await booking.booked({ dateTime: march('10T10:00') });
    await writeDue();
    expect(await entriesIn(server, url)).toMatchObject([{ uid: `${call.previewId}@api.test`, sequence: 0 }]);
    const later = async (minutes: number) => {
      app.clock.set(new Date(app.context.clock.now().getTime() + minutes * 60_000).toISOString());
      await readDue();
    };
    await later(5);
    await booking.reschedule({ id: call.id, dateTime: march('11T10:00'), timeZone: 'UTC' });
    await writeDue();
    expect(await entriesIn(server, url)).toMatchObject([{ start: march('11T10:00'), sequence: 1 }]);
    await booking.cancel({ id: call.id });
    await writeDue();
    expect(await entriesIn(server, url)).toEqual([]);
    feed.answer = answerWith(503);
    await later(16);
    await notices.run();
    await notices.settled();
    expect(mails).toHaveLength(1);
    await server.createCalendar('Family');
    await later(61);
    const statements = sent.stop().filter(({ text }) => text.includes('"Calendar'));

    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    const elsewhere: string[] = [];
    for (const statement of statements) {
      const text = statement.text.replaceAll(/\s+/g, ' ').trim();
      if (ofAllWorkspaces.test(text)) continue;
      const place = await placeOf(client, statement);
      if (place !== 'one task') elsewhere.push(`${place}: ${text}`);
    }
    await client.end();
    expect(elsewhere).toEqual([]);
    expect(statements.length).toBeGreaterThan(15);
    expect(errors).toEqual([]);
  }, 180_000);
});
