import { afterEach, describe, expect, test } from 'vitest';
import { compareEntries } from '#src/db/writes/calendar-entries.ts';
import { unpackBusy } from '#src/domain/calendars/busy.ts';
import { useApp } from '../../support/app.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { caldavMissing, caldavServerForTests, entriesIn } from '../../support/caldav-calendar.ts';
import { calendarWorkers, connectCalendars } from '../../support/calendar-workers.ts';
import type { Member } from '../../support/factories.ts';
import { nextSerial } from '../../support/serial.ts';

describe.skipIf(caldavMissing)(`entries in a CalDAV server${caldavMissing ? ` (${caldavMissing})` : ''}`, async () => {
  const app = await useApp();
  const { readDue, writeDue, errors } = calendarWorkers(app);
  const start = '2026-03-04T12:00:00.000Z';
  const server = caldavServerForTests();
  afterEach(async () => {
    app.clock.set(start);
    await app.sql('DELETE FROM "CalendarConnection"');
    expect(errors.splice(0)).toEqual([]);
  });

  const minutes = (count: number) => app.clock.set(new Date(app.clock.now().getTime() + count * 60_000).toISOString());

  /** A new calendar of a member, which counts as busy and takes the bookings. */
  async function calendarOf(member: Member) {
    const url = await server.createCalendar(`Calendar ${nextSerial()}`);
    const id = await connectCalendars(app, member, {
      ...{ kind: 'CALDAV', url: server.url, username: server.username, password: server.password },
    });
    const choices = `"countsAsBusy" = ("externalId" = $2), "takesBookings" = ("externalId" = $2)`;
    await app.sql(`UPDATE "Calendar" SET ${choices} WHERE "connectionId" = $1`, [id, url]);
    await readDue();
    return { id, url, entries: () => entriesIn(server, url) };
  }

  interface Row {
    readonly status: string;
    readonly attempts: number;
    readonly lastError: string | null;
    readonly dueAt: string | null;
  }

  const rowsOf = (callId: number) =>
    app.sql<Row>(
      'SELECT "status", "attempts", "lastError", "dueAt" FROM "CalendarEntry" WHERE "eventCallId" = $1 ORDER BY "id"',
      [callId],
    );

  async function bookingWithCalendar() {
    const booking = await bookingIn(app, { slotInterval: 30 });
    return { ...booking, calendar: await calendarOf(booking.owner) };
  }

  const timesOf = async ({ entries }: { entries: () => ReturnType<typeof entriesIn> }) =>
    (await entries()).map((entry) => [entry.uid, entry.start, entry.sequence]);

  test('a call is booked, moved and cancelled in the calendar of its host as one entry, which is never busy time', async () => {
    const { booked, reschedule, cancel, calendar } = await bookingWithCalendar();
    const call = await booked({ dateTime: march('10T10:00'), firstName: 'Ira', lastName: 'Fox' });
    const uid = `${call.previewId}@api.test`;
    await writeDue();
    expect(await calendar.entries()).toEqual([
      {
        ...{ uid, sequence: 0, start: march('10T10:00'), end: march('10T11:00') },
        ...{ summary: `${call.name}: Ira Fox`, location: expect.any(String) },
        description: `With: Ira Fox\nEmail: ira@example.com\nCall: http://app.test/calls/${call.previewId}`,
      },
    ]);
    expect(await rowsOf(call.id)).toEqual([{ status: 'WRITTEN', attempts: 1, lastError: null, dueAt: null }]);
    minutes(5);
    await readDue();
    const [stored] = await app.sql<{ busy: Buffer }>('SELECT "busy" FROM "Calendar" WHERE "takesBookings"');
    expect(stored?.busy).toHaveLength(0);
    expect((await rowsOf(call.id))[0]?.status).toBe('WRITTEN');
    expect((await reschedule({ id: call.id, dateTime: march('10T10:30'), timeZone: 'UTC' })).status).toBe(200);
    await writeDue();
    expect(await timesOf(calendar)).toEqual([[uid, march('10T10:30'), 1]]);
    // The state of the call stays the same this time.
    expect((await reschedule({ id: call.id, dateTime: march('10T14:00'), timeZone: 'UTC' })).status).toBe(200);
    await writeDue();
    expect(await timesOf(calendar)).toEqual([[uid, march('10T14:00'), 2]]);
    expect((await cancel({ id: call.id })).status).toBe(200);
    await writeDue();
    expect(await calendar.entries()).toEqual([]);
    expect((await rowsOf(call.id))[0]).toMatchObject({ status: 'REMOVED', dueAt: null });
  });

  test('a call of another host leaves the calendar of the earlier one, and comes back with the call', async () => {
    const booking = await bookingIn(
      app,
      {},
      { hosts: async (owner) => [owner, await app.member(owner.workspaceId, 'CLOSER')] },
    );
    const hosts = await app.sql<Member>(
      'SELECT "workspaceId", "userId" FROM "EventHost" WHERE "eventId" = $1 ORDER BY "userId"',
      [booking.eventId],
    );
    const [first, second] = hosts as [Member, Member];
    const [one, other] = [await calendarOf(first), await calendarOf(second)];
    const call = await booking.booked({ dateTime: march('10T10:00'), userId: first.userId });
    const elsewhere = { userId: first.userId, workspaceId: first.workspaceId };
    await writeDue();
    expect([await timesOf(one), await timesOf(other)]).toEqual([[[expect.any(String), march('10T10:00'), 0]], []]);
    // The host is away then, so that the call goes to the other one.
    await app.insert('TimeOff', { ...elsewhere, startTime: march('11T00:00'), endTime: march('12T00:00') });
    await booking.reschedule({ id: call.id, dateTime: march('11T10:00'), timeZone: 'UTC' });
    await writeDue();
    expect([await timesOf(one), await timesOf(other)]).toEqual([[], [[expect.any(String), march('11T10:00'), 1]]]);
    await app.sql('DELETE FROM "TimeOff"');
    await app.insert('TimeOff', {
      ...elsewhere,
      userId: second.userId,
      startTime: march('12T00:00'),
      endTime: march('13T00:00'),
    });
    await booking.reschedule({ id: call.id, dateTime: march('12T10:00'), timeZone: 'UTC' });
    await writeDue();
    expect([await timesOf(one), await timesOf(other)]).toEqual([[[expect.any(String), march('12T10:00'), 2]], []]);
    expect((await rowsOf(call.id)).map(({ status }) => status)).toEqual(['WRITTEN', 'REMOVED']);
  });

  test('an entry that stands at the earlier time of its call is busy until it is written anew, and is read again then', async () => {
    const { booked, reschedule, calendar } = await bookingWithCalendar();
    const busy = async () => {
      await readDue();
      const [row] = await app.sql<{ busy: Buffer }>('SELECT "busy" FROM "Calendar" WHERE "takesBookings"');
      return unpackBusy(row?.busy as Buffer).map((time) => new Date(time.start).toISOString());
    };
    const call = await booked({ dateTime: march('10T10:00') });
    await writeDue();
    expect(await busy()).toEqual([]);
    expect((await reschedule({ id: call.id, dateTime: march('10T14:00'), timeZone: 'UTC' })).status).toBe(200);
    minutes(5);
    expect(await busy()).toEqual([march('10T10:00')]);
    await writeDue();
    expect(await timesOf(calendar)).toEqual([[expect.any(String), march('10T14:00'), 1]]);
    expect(await busy()).toEqual([]);
  });

  test('an entry that the host deletes is missing, cancels nothing, and comes again with the next change of the call', async () => {
    const { booked, reschedule, calendar } = await bookingWithCalendar();
    const call = await booked({ dateTime: march('10T10:00') });
    await writeDue();
    const [row] = await app.sql<{ externalId: string }>(
      'SELECT "externalId" FROM "CalendarEntry" WHERE "eventCallId" = $1',
      [call.id],
    );
    expect((await server.send('DELETE', row?.externalId as string)).ok).toBe(true);
    minutes(5);
    await readDue();
    await writeDue();
    expect((await rowsOf(call.id))[0]?.status).toBe('MISSING');
    expect(await calendar.entries()).toEqual([]);
    const [{ status }] = (await app.sql('SELECT "status" FROM "EventCall" WHERE "id" = $1', [call.id])) as [
      { status: string },
    ];
    expect(status).toBe('SCHEDULED');
    await reschedule({ id: call.id, dateTime: march('11T10:00'), timeZone: 'UTC' });
    await writeDue();
    expect(await timesOf(calendar)).toEqual([[`${call.previewId}@api.test`, march('11T10:00'), 1]]);
    minutes(5);
    await readDue();
    expect((await rowsOf(call.id))[0]?.status).toBe('WRITTEN');
  });

  test('a read that began before an entry was written does not miss it', async () => {
    const { booked, owner } = await bookingWithCalendar();
    const call = await booked({ dateTime: march('10T10:00') });
    await writeDue();
    const [{ id: calendarId }] = (await app.sql('SELECT "id" FROM "Calendar" WHERE "takesBookings"')) as [
      { id: number },
    ];
    const writtenAt = app.clock.now().getTime();
    const seenNothing = async (startedAt: Date) => {
      const seen = {
        calendarId,
        previewIds: [],
        from: new Date(march('01T00:00')),
        until: new Date(march('31T00:00')),
      };
      await app.context.db.write((client) => compareEntries(client, owner.workspaceId, { ...seen, startedAt }));
      return (await rowsOf(call.id))[0]?.status;
    };
    expect(await seenNothing(new Date(writtenAt - 1))).toBe('WRITTEN');
    expect(await seenNothing(new Date(writtenAt + 1))).toBe('MISSING');
  });

  test('a moved call goes into the calendar that takes bookings now', async () => {
    const { booked, reschedule, calendar } = await bookingWithCalendar();
    const call = await booked({ dateTime: march('10T10:00') });
    await writeDue();
    const other = await server.createCalendar(`Calendar ${nextSerial()}`);
    await app.sql('UPDATE "Calendar" SET "takesBookings" = false WHERE "connectionId" = $1', [calendar.id]);
    minutes(65);
    // The new calendar comes with the list, which is read every hour.
    await readDue();
    await app.sql('UPDATE "Calendar" SET "takesBookings" = true WHERE "externalId" = $1', [other]);
    await reschedule({ id: call.id, dateTime: march('11T10:00'), timeZone: 'UTC' });
    await writeDue();
    expect(await calendar.entries()).toEqual([]);
    expect(await timesOf({ entries: () => entriesIn(server, other) })).toEqual([
      [`${call.previewId}@api.test`, march('11T10:00'), 1],
    ]);
    expect((await rowsOf(call.id)).map(({ status }) => status)).toEqual(['REMOVED', 'WRITTEN']);
  });

  test('a new calendar does not count as busy, and one that is gone while it counts is a problem that says so', async () => {
    const { calendar } = await bookingWithCalendar();
    const other = await server.createCalendar(`Family ${nextSerial()}`);
    minutes(65);
    await readDue();
    const chosen = (url: string) =>
      app.sql(
        'SELECT "countsAsBusy", "takesBookings" FROM "Calendar" WHERE "connectionId" = $1 AND "externalId" = $2',
        [calendar.id, url],
      );
    expect(await chosen(other)).toEqual([{ countsAsBusy: false, takesBookings: false }]);
    await server.send('DELETE', other);
    await server.send('DELETE', calendar.url);
    minutes(65);
    await readDue();
    expect(await chosen(other)).toEqual([]);
    expect(await chosen(calendar.url)).toHaveLength(1);
    const [row] = await app.sql<{ problem: string }>('SELECT "problem" FROM "CalendarConnection"');
    expect(row?.problem).toMatch(/^The provider no longer lists the calendar “Calendar \d+”: choose which/);
  });

  test('a change while the entry is written is written after it', async () => {
    const { booked, cancel, calendar } = await bookingWithCalendar();
    const call = await booked({ dateTime: march('10T10:00') });
    const { writer } = calendarWorkers(app);
    await Promise.all([writer.run(), cancel({ id: call.id })]);
    await writer.settled();
    await writeDue();
    expect(await calendar.entries()).toEqual([]);
    expect((await rowsOf(call.id))[0]).toMatchObject({ status: 'REMOVED', dueAt: null });
  });

  test('an entry whose answer was lost is written once', async () => {
    const { booked, calendar } = await bookingWithCalendar();
    const call = await booked({ dateTime: march('10T10:00') });
    await writeDue();
    // As a worker leaves it that was killed before it recorded the answer.
    await app.sql(
      `UPDATE "CalendarEntry" SET "externalId" = NULL, "status" = 'WAITING', "dueAt" = $2 WHERE "eventCallId" = $1`,
      [call.id, start],
    );
    await writeDue();
    expect(await timesOf(calendar)).toEqual([[`${call.previewId}@api.test`, march('10T10:00'), 0]]);
    await app.sql(`UPDATE "CalendarEntry" SET "externalId" = NULL WHERE "eventCallId" = $1`, [call.id]);
    await app.sql(`UPDATE "CalendarEntry" SET "dueAt" = $2 WHERE "eventCallId" = $1`, [call.id, start]);
    await Promise.all([writeDue(), calendarWorkers(app).writeDue()]);
    expect(await calendar.entries()).toHaveLength(1);
  });

  test('a server that is away is tried again, and the state is shown; while the credential is refused nothing is tried', async () => {
    const { booked, calendar } = await bookingWithCalendar();
    await app.sql('UPDATE "Calendar" SET "externalId" = $2 WHERE "connectionId" = $1 AND "takesBookings"', [
      calendar.id,
      'http://127.0.0.1:1/calendar/',
    ]);
    const call = await booked({ dateTime: march('10T10:00') });
    await writeDue();
    const [failed] = await rowsOf(call.id);
    expect(failed).toMatchObject({ status: 'WAITING', attempts: 1, lastError: expect.stringMatching(/./) });
    expect(new Date(failed?.dueAt as string).toISOString()).toBe('2026-03-04T12:01:00.000Z');
    minutes(10);
    for (const column of ['disconnectedAt', 'refusedAt']) {
      await app.sql(`UPDATE "CalendarConnection" SET "${column}" = $1`, [start]);
      await writeDue();
      expect((await rowsOf(call.id))[0]?.attempts).toBe(1);
      await app.sql(`UPDATE "CalendarConnection" SET "${column}" = NULL`);
    }
    await app.sql('UPDATE "Calendar" SET "externalId" = $2 WHERE "connectionId" = $1 AND "takesBookings"', [
      calendar.id,
      calendar.url,
    ]);
    await writeDue();
    expect(await calendar.entries()).toHaveLength(1);
    expect((await rowsOf(call.id))[0]).toMatchObject({ status: 'WRITTEN', lastError: null });
  });

  test('after five days of failures an entry is given up, until the call changes', async () => {
    const { booked, reschedule, calendar } = await bookingWithCalendar();
    const setAddress = (address: string) =>
      app.sql('UPDATE "Calendar" SET "externalId" = $2 WHERE "connectionId" = $1 AND "takesBookings"', [
        calendar.id,
        address,
      ]);
    await setAddress('http://127.0.0.1:1/calendar/');
    const call = await booked({ dateTime: march('20T10:00') });
    await app.sql('UPDATE "CalendarEntry" SET "attempts" = 124 WHERE "eventCallId" = $1', [call.id]);
    await writeDue();
    expect((await rowsOf(call.id))[0]).toMatchObject({ status: 'FAILED', dueAt: null, attempts: 125 });
    await setAddress(calendar.url);
    await reschedule({ id: call.id, dateTime: march('21T10:00'), timeZone: 'UTC' });
    await writeDue();
    expect((await rowsOf(call.id))[0]).toMatchObject({ status: 'WRITTEN', attempts: 1 });
  });

  test('a password that is refused has the connection read, and what waits is written after the next good read', async () => {
    const { booked, calendar } = await bookingWithCalendar();
    const { calendars } = app.context;
    const sealed = (password: string) =>
      calendars.seal({ kind: 'CALDAV', url: server.url, username: server.username, password });
    const setSecret = (password: string) =>
      app.sql('UPDATE "CalendarConnection" SET "secret" = $2 WHERE "id" = $1', [calendar.id, sealed(password)]);
    const call = await booked({ dateTime: march('20T10:00') });
    await setSecret('wrong');
    await writeDue();
    await readDue();
    const [refused] = await app.sql('SELECT * FROM "CalendarConnection" WHERE "id" = $1', [calendar.id]);
    expect(refused).toMatchObject({
      ...{
        disconnectedAt: null,
        refusals: 1,
        refusedAt: expect.anything(),
        problem: expect.stringMatching(/password/i),
      },
    });
    await setSecret(server.password);
    minutes(2);
    await writeDue();
    expect(await calendar.entries()).toEqual([]);
    await readDue();
    await writeDue();
    expect(await timesOf(calendar)).toEqual([[`${call.previewId}@api.test`, march('20T10:00'), 0]]);
  });

  test('a contact who is erased is in no calendar: the entry of a past call stays without a name', async () => {
    const { booked, calendar, key } = await bookingWithCalendar();
    const past = await booked({ dateTime: march('05T10:00'), firstName: 'Ira', lastName: 'Fox' });
    app.clock.set(march('06T10:00'));
    await readDue();
    const next = await booked({ dateTime: march('20T10:00'), firstName: 'Ira', lastName: 'Fox' });
    await writeDue();
    expect((await calendar.entries()).map(({ summary }) => summary.endsWith('Ira Fox'))).toEqual([true, true]);
    const { body } = await app.graphql(`mutation { eraseContact(input: { id: ${next.contactId} }) { id } }`, key);
    expect(body.errors).toBeUndefined();
    await writeDue();
    const entries = await calendar.entries();
    expect(entries).toMatchObject([{ uid: `${past.previewId}@api.test`, summary: past.name }]);
    // The id is random: one in some thousands has "Ira" or "Fox" in it.
    const withoutIds = JSON.stringify(entries).replaceAll(past.previewId, '');
    expect(withoutIds).not.toMatch(/Ira|Fox|example\.com/);
  });

  test('a member who is removed keeps no connection and no feed here', async () => {
    const booking = await bookingIn(app);
    const member = await app.member(booking.workspaceId, 'CLOSER');
    await calendarOf(member);
    await app.insert('CalendarFeed', { ...member, scope: 'OWN', tokenHash: Buffer.from('x') });
    const { body } = await app.graphql(
      `mutation { removeUser(input: { id: ${member.userId} }) { userId } }`,
      await app.session(booking.owner),
    );
    expect(body.errors).toBeUndefined();
    const tables = ['CalendarConnection', 'Calendar', 'CalendarFeed'];
    const rows = await Promise.all(
      tables.map((table) => app.sql(`SELECT FROM "${table}" WHERE "workspaceId" = $1`, [member.workspaceId])),
    );
    expect(rows).toEqual([[], [], []]);
  });
});
