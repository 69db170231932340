import { setImmediate } from 'node:timers/promises';
import type { RecordKey } from '#src/db/keys.ts';
import { readConnection, type StoredConnection } from '#src/db/reads/calendar-connections.ts';
import { readHorizonDays } from '#src/db/reads/calendar-horizon.ts';
import { compareEntries } from '#src/db/writes/calendar-entries.ts';
import {
  type LeasedConnection,
  leaseConnectionAgain,
  leaseConnectionNow,
  releaseConnection,
  requestRead,
  requestReadAgain,
} from '#src/db/writes/calendar-leases.ts';
import { type ReadCalendar, type ReadResult, recordRead, storeBusy } from '#src/db/writes/calendar-reads.ts';
import { storeFoundCalendars } from '#src/db/writes/found-calendars.ts';
import { packBusy } from '#src/domain/calendars/busy.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { pauseAfterFailure, pauseAfterRead, readingRange } from '#src/domain/calendars/reading.ts';
import { disconnects, refusedOnceMore, retryPauseMs } from '#src/domain/calendars/refusals.ts';
import { ownTimesAsBusy, previewIdOf } from './own-times.ts';
import { renewChannels } from './push.ts';
import { type CalendarReading, readCalendars } from './read-calendars.ts';
import type { CalendarContext } from './store-connection.ts';

/** The time limit of a whole read. The lease is longer. */
export const maxReadMs = 60_000;
/** The time limit for renewing channels after a successful read. */
const maxRenewalMs = 20_000;
/** How long a caller waits for a read that was requested now. */
const maxWaitMs = 20_000;

/**
 * Reads the calendars of a leased connection and stores the result. A provider's failure becomes the state of the connection.
 * Only other errors are thrown, after they were stored as a failed read.
 */
export async function readLeasedConnection(
  context: CalendarContext,
  leased: LeasedConnection,
  aborting: AbortSignal,
): Promise<void> {
  const { db, clock } = context;
  const startedAt = clock.now();
  const connection = await readConnection(db, [leased.workspaceId, leased.id]);
  if (!connection) return;
  const horizon = await readHorizonDays(db, [leased.workspaceId, connection.userId]);
  const range = readingRange(startedAt, horizon);
  const lists = connection.kind !== 'ICS' && isListDue(leased, startedAt);
  const reading = await readCalendars(context, { connection, range, lists, maxMs: maxReadMs, aborting });
  if (aborting.aborted) {
    await releaseConnection(db, leased);
    return;
  }
  await store(context, { leased, connection, reading, range, startedAt });
  if (reading.unexpected !== undefined) throw reading.unexpected;
  if (!reading.problem) await keepChannels(context, connection, aborting);
}

/** A read succeeds even if channels fail: the next read tries them again. */
async function keepChannels(
  context: CalendarContext,
  connection: StoredConnection,
  aborting: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([aborting, AbortSignal.timeout(maxRenewalMs)]);
  await renewChannels(context, connection, signal).catch((error: unknown) => {
    if (!(error instanceof CalendarProblem) && !signal.aborted) throw error;
  });
}

const listedEveryMs = 3_600_000;

/** Lists calendars once an hour, so that new ones appear. */
function isListDue({ lastReadAt }: LeasedConnection, now: Date): boolean {
  const hourOf = (ms: number) => Math.floor(ms / listedEveryMs);
  return lastReadAt === null || hourOf(Date.parse(lastReadAt)) !== hourOf(now.getTime());
}

interface Ended {
  readonly leased: LeasedConnection;
  readonly connection: StoredConnection;
  readonly reading: CalendarReading;
  readonly range: { readonly from: number; readonly until: number };
  readonly startedAt: Date;
}

/** Stores the calendars that were read even if another one failed: they are newer than the stored ones. */
async function store(
  { db, clock, calendars: gateway }: CalendarContext,
  { leased, connection, reading, range, startedAt }: Ended,
): Promise<void> {
  const key: RecordKey = [leased.workspaceId, leased.id];
  const now = clock.now();
  const calendars: ReadCalendar[] = [];
  for (const read of reading.read) {
    calendars.push(await calendarOf(db, connection, read));
    // Packing the times of a calendar takes some milliseconds: let other requests run in between.
    await setImmediate();
  }
  await db.write(async (client) => {
    const maxAgeMs = gateway.maxAgeMs;
    if (!(await recordRead(client, leased, resultOf({ connection, reading, startedAt, now, maxAgeMs })))) return;
    if (reading.found) await storeFoundCalendars(client, key, reading.found);
    await storeBusy(client, key, { calendars, until: new Date(range.until) });
    for (const { id: calendarId, ownUids } of reading.read) {
      const previewIds = ownUids.map(previewIdOf);
      const seen = { calendarId, previewIds, from: new Date(range.from), until: new Date(range.until), startedAt };
      await compareEntries(client, leased.workspaceId, seen);
    }
  });
}

/** Compares our entries with their calls after the read, because a call exists before its entry. */
async function calendarOf(
  db: CalendarContext['db'],
  connection: StoredConnection,
  read: CalendarReading['read'][number],
): Promise<ReadCalendar> {
  const own = await ownTimesAsBusy(db, { connection, calendarId: read.id, read });
  return { id: read.id, busy: packBusy([...read.busy, ...own]), syncState: read.syncState };
}

function resultOf({
  connection,
  reading: { problem },
  startedAt,
  now,
  maxAgeMs,
}: Pick<Ended, 'connection' | 'reading' | 'startedAt'> & {
  readonly now: Date;
  readonly maxAgeMs: number;
}): ReadResult {
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (!problem) {
    // The result shows the calendar as it was when the read began.
    const readableUntil = new Date(startedAt.getTime() + maxAgeMs);
    return { readAt: startedAt, readableUntil, nextReadAt: after(pauseAfterRead(connection.kind, maxAgeMs)) };
  }
  const { message, isRefused, retryAfterMs } = problem;
  const counted = isRefused ? refusedOnceMore(connection, now) : undefined;
  const refused = counted && { ...counted, disconnects: disconnects(counted, now) };
  const isDisconnected = connection.disconnectedAt !== null || refused?.disconnects === true;
  const pause = isDisconnected ? retryPauseMs : pauseAfterFailure(connection.failures + 1, retryAfterMs);
  return { failedAt: now, problem: message, refused, nextReadAt: after(pause) };
}

/**
 * Reads a connection with a new credential now, and waits for it. Resolves early if the provider is slow, or if another read is
 * running: then the next read follows it at once. The caller has checked permissions. No transaction may be open, because
 * others would not see the lease.
 */
export async function readNewConnection(context: CalendarContext, key: RecordKey): Promise<void> {
  const { db, clock } = context;
  const leased = await leaseConnectionNow(db, key, clock.now());
  return leased ? waitForRead(context, leased) : requestRead(db, key, clock.now());
}

/**
 * Likewise, even if the connection is not due or is disconnected. Does nothing during a pause after the last read. If another
 * read is running, the next one follows after a pause: otherwise repeated requests would cause endless reads.
 */
export async function refreshConnection(context: CalendarContext, key: RecordKey): Promise<void> {
  const { db, clock } = context;
  const leased = await leaseConnectionAgain(db, key, clock.now());
  return leased ? waitForRead(context, leased) : requestReadAgain(db, key, clock.now());
}

async function waitForRead(context: CalendarContext, leased: LeasedConnection): Promise<void> {
  const { promise: isLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, maxWaitMs);
  const reading = readLeasedConnection(context, leased, new AbortController().signal);
  try {
    await Promise.race([reading, isLate]);
  } finally {
    clearTimeout(timer);
    // Nobody waits for a late read; its failure is stored.
    reading.catch(() => undefined);
  }
}
