import { randomInt } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { unpackBusy } from '#src/domain/calendars/busy.ts';
import { testApp, useApp } from '../../support/app.ts';
import { bookingIn, bookingPath, cancelPath, reschedulePath } from '../../support/bookings.ts';
import { caldavMissing, caldavServerForTests, entriesIn, putOther } from '../../support/caldav-calendar.ts';
import { type CalendarWorkers, calendarWorkers, connectCalendars } from '../../support/calendar-workers.ts';
import { ofLoad } from '../../support/extent.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { pause } from '../../support/waiting.ts';

const changes = ofLoad({ part: 150, full: 1_000 });
const clients = 4;
/** A booking waits for calendars no longer. */
const maxCheckMs = 3_000;
/** So few that many are taken. */
const slots = Math.ceil(changes / 8);
const slotMs = 30 * 60_000;
const firstSlot = Date.parse('2026-03-10T00:00:00.000Z');
const startOf = (slot: number) => new Date(firstSlot + slot * slotMs).toISOString();

/** An entry that a host made, in the order of what this process knows. */
interface OtherEntry {
  readonly userId: number;
  readonly uid: string;
  readonly start: string;
  /** When the server had taken it; infinite before. */
  thereFrom: number;
  /** When somebody began to take it out. */
  thereUntil: number;
}

describe.skipIf(caldavMissing)(`two nodes${caldavMissing ? ` (${caldavMissing})` : ''}`, async () => {
  const first = await useApp();
  const second = await testApp({ databaseUrl: first.databaseUrl });
  const nodes = [first, second];
  const server = caldavServerForTests();
  afterAll(() => second.close());

  async function calendarOf(host: Member) {
    const url = await server.createCalendar(`Host ${host.userId}`);
    const { username, password } = server;
    const id = await connectCalendars(first, host, { kind: 'CALDAV', url: server.url, username, password });
    const choices = `"countsAsBusy" = ("externalId" = $2), "takesBookings" = ("externalId" = $2)`;
    await first.sql(`UPDATE "Calendar" SET ${choices} WHERE "connectionId" = $1`, [id, url]);
    return [host.userId, url] as const;
  }

  const pick = <Item>(items: readonly Item[]) => items[randomInt(items.length)] as Item;
  const due = async () => (await first.sql('SELECT FROM "CalendarEntry" WHERE "dueAt" IS NOT NULL')).length;

  test(`${changes} changes of calls and calendars through two nodes leave no call over a busy time, and each call in its calendar once`, async () => {
    const members: Member[] = [];
    const booking = await bookingIn(
      first,
      { duration: 30, slotInterval: 30 },
      {
        async hosts(owner) {
          const closers = [1, 2].map(() => first.member(owner.workspaceId, 'CLOSER'));
          members.push(owner, ...(await Promise.all(closers)));
          return members;
        },
      },
    );
    const { eventId, workspaceId, key } = booking;
    const calendars = new Map<number, string>();
    for (const host of members) calendars.set(...(await calendarOf(host)));
    const workers = nodes.map(calendarWorkers);
    await workers[0]?.readDue();

    const others: OtherEntry[] = [];
    const overlooked: string[] = [];
    /** The times that are stored as busy, each with its host. */
    const storedTimes = async () => {
      const rows = await first.sql<{ userId: number; busy: Buffer }>(
        `SELECT c."userId", k."busy" FROM "Calendar" k JOIN "CalendarConnection" c ON c."id" = k."connectionId"
         WHERE k."countsAsBusy"`,
      );
      return rows.flatMap(({ userId, busy }) => unpackBusy(busy).map((time) => ({ userId, ...time })));
    };
    const counts = { placed: 0, refused: 0, late: 0 };
    /** Sends a request that gives a call a time, and compares its host with the entries that were there all the while. */
    const place = async (
      request: readonly [string, string],
      body: { readonly dateTime: string; readonly [name: string]: unknown },
    ) => {
      const stored = await storedTimes();
      const begunAt = performance.now();
      const answer = await sendJson(pick(nodes), request, { timeZone: 'UTC', ...body }, { key });
      if (answer.status >= 300) {
        expect(answer.status).toBe(400);
        counts.refused += 1;
        return undefined;
      }
      counts.placed += 1;
      const endedAt = performance.now();
      const { id } = answer.body.data;
      const [call] = await first.sql<{ userId: number }>('SELECT "userId" FROM "EventCall" WHERE "id" = $1', [id]);
      for (const { userId, uid, start, thereFrom, thereUntil } of others) {
        if (userId !== call?.userId || start !== body.dateTime || thereFrom > begunAt || thereUntil < endedAt) continue;
        const isStored = stored.some((time) => time.userId === userId && time.start === Date.parse(start));
        // Where the calendar does not answer in time, what is stored decides.
        const ms = Math.round(endedAt - begunAt);
        if (isStored || ms < maxCheckMs) overlooked.push(`${uid} by call ${id} after ${ms} ms`);
        else counts.late += 1;
      }
      return id as number;
    };
    const addOther = async () => {
      const [userId, url] = pick([...calendars]);
      const slot = randomInt(slots);
      const uid = `other-${others.length}@elsewhere.example`;
      const entry: OtherEntry = { userId, uid, start: startOf(slot), thereFrom: Infinity, thereUntil: Infinity };
      others.push(entry);
      await putOther(server, url, { uid, start: entry.start, end: startOf(slot + 1) });
      entry.thereFrom = performance.now();
      return entry;
    };
    const removeOther = async () => {
      const there = others.filter(({ thereFrom, thereUntil }) => thereFrom < Infinity && thereUntil === Infinity);
      if (there.length === 0) return;
      const entry = pick(there);
      entry.thereUntil = performance.now();
      const url = new URL(`${encodeURIComponent(entry.uid)}.ics`, calendars.get(entry.userId)).href;
      await server.send('DELETE', url);
    };
    let begun = 0;
    const change = async () => {
      // Only this client changes its calls.
      const ids: number[] = [];
      while (begun < changes) {
        const number = begun++;
        const kind = randomInt(10);
        const dateTime = startOf(randomInt(slots));
        const email = `person${number}@example.com`;
        if (kind < 3) {
          const { userId, start } = await addOther();
          // The workers have not read it yet.
          await place(['POST', bookingPath], { eventId, email, dateTime: start, userId });
        } else if (kind === 3) await removeOther();
        else if (kind < 8 || ids.length === 0) {
          const id = await place(['POST', bookingPath], { eventId, email, dateTime });
          if (id !== undefined) ids.push(id);
        } else if (kind === 8) await place(['PUT', reschedulePath], { id: pick(ids), dateTime });
        else {
          const [id] = ids.splice(randomInt(ids.length), 1);
          expect((await sendJson(pick(nodes), ['PUT', cancelPath], { id }, { key })).status).toBe(200);
        }
      }
    };

    let isOver = false;
    /** A second passes in a tenth, so that calendars are read several times; a lease is still longer than what it is for. */
    const passTime = async () => {
      while (!isOver) {
        await pause(100);
        const now = new Date(first.context.clock.now().getTime() + 1_000).toISOString();
        for (const { clock } of nodes) clock.set(now);
      }
    };
    const work = async ({ reader, writer }: CalendarWorkers) => {
      while (!isOver || (await due()) > 0) {
        await Promise.all([reader.run(), writer.run()]);
        await pause(50);
      }
      await Promise.all([reader.settled(), writer.settled()]);
    };
    const background = [passTime(), ...workers.map(work)];
    await Promise.all(Array.from({ length: clients }, change)).finally(() => {
      isOver = true;
    });
    await Promise.all(background);

    expect(overlooked).toEqual([]);
    const calls = await first.sql<{ uid: string; start: string; sequence: number; userId: number }>(
      `SELECT "previewId" || '@api.test' AS "uid", "dateTime" AS "start", "sequence", "userId" FROM "EventCall"
       WHERE "workspaceId" = $1 AND "status" <> 'CANCELLED' ORDER BY "dateTime"`,
      [workspaceId],
    );
    for (const [userId, url] of calendars) {
      const own = (await entriesIn(server, url)).filter(({ uid }) => uid.endsWith('@api.test'));
      expect(own.map(({ uid, start, sequence }) => ({ uid, start, sequence }))).toEqual(
        calls
          .filter((call) => call.userId === userId)
          .map(({ uid, start, sequence }) => ({ uid, start: new Date(start).toISOString(), sequence })),
      );
    }
    const reads = await first.sql<{ leases: number }>('SELECT "leases" FROM "CalendarConnection" ORDER BY "leases"');
    expect(reads[0]?.leases).toBeGreaterThan(1);
    // A busy machine answers some of them late; most must be in time, or the test would show little.
    expect(counts.late).toBeLessThan(changes / 5);
    expect(Math.min(counts.placed, counts.refused)).toBeGreaterThan(changes / 20);
    expect(workers.flatMap(({ errors }) => errors)).toEqual([]);
  }, 600_000);
});
