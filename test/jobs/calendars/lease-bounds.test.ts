import { beforeEach, describe, expect, test } from 'vitest';
import { entryLeaseMs, leaseEntry, recordEntryResult } from '#src/db/writes/calendar-entry-leases.ts';
import {
  calendarLeaseMs,
  leaseConnection,
  leaseConnectionAgain,
  refreshPauseMs,
  releaseConnection,
  requestReadAgain,
} from '#src/db/writes/calendar-leases.ts';
import { leaseNotice, noticeLeaseMs, recordNotice } from '#src/db/writes/calendar-notices.ts';
import { recordRead } from '#src/db/writes/calendar-reads.ts';
import { retriedForMs } from '#src/domain/calendars/refusals.ts';
import { useApp } from '../../support/app.ts';
import { calendarConnection, calendarEntry } from '../../support/calendar-connections.ts';
import type { Member } from '../../support/factories.ts';

const app = await useApp();
const start = '2026-03-04T12:00:00.000Z';
const at = (ms: number) => new Date(Date.parse(start) + ms);
let owner: Member;
beforeEach(async () => {
  owner = await app.workspace();
});

const rowOf = async (id: number) =>
  (await app.sql<Record<string, unknown>>('SELECT * FROM "CalendarConnection" WHERE "id" = $1', [id]))[0];

describe('a connection', () => {
  const lease = (now: Date, except: readonly number[] = []) =>
    leaseConnection(app.context.db, { workspaceId: owner.workspaceId, now, except });

  test('is leased at the instant at which it is due, and again after the last millisecond of the lease', async () => {
    await calendarConnection(app, owner, { nextReadAt: start });
    expect(await lease(at(-1))).toBeUndefined();
    expect(await lease(at(0))).toMatchObject({ leases: 1 });
    expect(await lease(at(calendarLeaseMs))).toBeUndefined();
    expect(await lease(at(calendarLeaseMs + 1))).toMatchObject({ leases: 2 });
  });

  test('that was disconnected is tried for a week, and not at its end', async () => {
    await calendarConnection(app, owner, { nextReadAt: start, disconnectedAt: start });
    expect(await lease(at(retriedForMs))).toBeUndefined();
    expect(await lease(at(retriedForMs - 1))).toMatchObject({ leases: 1 });
  });

  test.each([
    ['read', { lastReadAt: start, failedAt: null }],
    ['tried in vain', { lastReadAt: at(-60_000), failedAt: start }],
  ])('that was just %s is read again after a pause', async (_name, state) => {
    const { id } = await calendarConnection(app, owner, state);
    const again = (now: Date) => leaseConnectionAgain(app.context.db, [owner.workspaceId, id], now);
    expect(await again(at(refreshPauseMs - 1))).toBeUndefined();
    expect(await again(at(refreshPauseMs))).toMatchObject({ id });
  });

  test('gets a further read only while it is read, to the last millisecond of the lease', async () => {
    const { id } = await calendarConnection(app, owner, { nextReadAt: start });
    await lease(at(0));
    const request = (now: Date) => requestReadAgain(app.context.db, [owner.workspaceId, id], now);
    await request(at(calendarLeaseMs + 1));
    expect(await rowOf(id)).toMatchObject({ nextReadAt: start });
    await request(at(calendarLeaseMs));
    expect(await rowOf(id)).toMatchObject({ nextReadAt: at(calendarLeaseMs + refreshPauseMs).toISOString() });
  });

  test('has the result of its latest lease alone, and keeps a read that somebody asked for meanwhile', async () => {
    const { id } = await calendarConnection(app, owner, { nextReadAt: start });
    const first = await lease(at(0));
    const second = await lease(at(calendarLeaseMs + 1));
    if (!first || !second) throw new Error('No lease');
    const read = { readAt: at(200_000), readableUntil: at(900_000), nextReadAt: at(300_000) };
    const record = (leased: typeof first) => app.context.db.write((client) => recordRead(client, leased, read));
    await releaseConnection(app.context.db, first);
    expect(await record(first)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ leasedUntil: at(2 * calendarLeaseMs + 1).toISOString() });
    await requestReadAgain(app.context.db, [owner.workspaceId, id], at(calendarLeaseMs + 2));
    expect(await record(second)).toBe(true);
    expect(await rowOf(id)).toMatchObject({
      ...{ lastReadAt: at(200_000).toISOString(), leasedUntil: null },
      nextReadAt: at(calendarLeaseMs + 2 + refreshPauseMs).toISOString(),
    });
  });
});

describe('an entry', () => {
  const lease = (now: Date, exceptCalendars: readonly number[] = []) =>
    leaseEntry(app.context.db, { workspaceId: owner.workspaceId, now, exceptCalendars });

  test('is leased when it is due, not for a calendar that is written to, and has the result of its latest lease', async () => {
    const { id } = await calendarEntry(app, owner, await app.call(owner), { dueAt: start, version: 2 });
    expect(await lease(at(-1))).toBeUndefined();
    const first = await lease(at(0));
    expect(first).toMatchObject({ id, leases: 1 });
    expect(await lease(at(entryLeaseMs))).toBeUndefined();
    expect(await lease(at(entryLeaseMs + 1), [first?.calendarId ?? 0])).toBeUndefined();
    const second = await lease(at(entryLeaseMs + 1));
    if (!first || !second) throw new Error('No lease');
    const failed = { error: 'Refused', nextAttemptAt: undefined };
    expect(await recordEntryResult(app.context.db, first, { version: 2, result: failed })).toBe(false);
    // The call has changed since: what was written is an earlier version, and the next one stays due.
    expect(await recordEntryResult(app.context.db, second, { version: 1, result: failed })).toBe(true);
    const rows = await app.sql(
      'SELECT "status", "dueAt", "lastError", "leasedUntil" FROM "CalendarEntry" WHERE "id" = $1',
      [id],
    );
    expect(rows).toEqual([{ status: 'WRITTEN', dueAt: start, lastError: null, leasedUntil: null }]);
  });
});

describe('people are written to about a connection', () => {
  const lease = (now: Date) => leaseNotice(app.context.db, owner.workspaceId, now);

  test('from the instant at which it is too old, once a read has failed since then', async () => {
    const { id } = await calendarConnection(app, owner, { readableUntil: start, failedAt: at(-1) });
    expect(await lease(at(0))).toBeUndefined();
    await app.sql('UPDATE "CalendarConnection" SET "failedAt" = $2 WHERE "id" = $1', [id, start]);
    expect(await lease(at(-1))).toBeUndefined();
    expect(await lease(at(0))).toMatchObject({ id });
  });

  test('by one worker at a time, and the notice is noted by the one that holds the lease', async () => {
    const { id } = await calendarConnection(app, owner, { readableUntil: start, failedAt: start });
    const first = await lease(at(0));
    expect(await lease(at(noticeLeaseMs))).toBeUndefined();
    const second = await lease(at(noticeLeaseMs + 1));
    if (!first || !second) throw new Error('No lease');
    await recordNotice(app.context.db, first, at(1));
    expect(await rowOf(id)).toMatchObject({ noticedAt: null });
    await recordNotice(app.context.db, second, at(2));
    expect(await rowOf(id)).toMatchObject({ noticedAt: at(2).toISOString(), noticeLeasedUntil: null });
  });
});
