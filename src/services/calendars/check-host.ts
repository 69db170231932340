import {
  readConnectionsOfMember,
  type StoredCalendar,
  type StoredConnection,
} from '#src/db/reads/calendar-connections.ts';
import { wakeRead } from '#src/db/writes/calendar-channels.ts';
import { addBusy } from '#src/db/writes/calendar-checks.ts';
import type { BusyTime } from '#src/domain/calendars/busy.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { openAccess } from './open-access.ts';
import { ownTimesAsBusy } from './own-times.ts';
import { eachOf } from './read-calendars.ts';
import type { CalendarContext } from './store-connection.ts';

/** A host, and the time for which one is to be booked. */
export interface HostTime {
  readonly workspaceId: number;
  readonly userId: number;
  /** `[start, end)` in epoch milliseconds. */
  readonly start: number;
  readonly end: number;
}

/**
 * Asks the providers of a host's calendars whether they hold a time as busy, and stores what they say. False where they say
 * that it is free, and also where they do not answer before the signal: then what is stored decides. A provider that refused the
 * credential at the last read is not asked: some lock an account after a few wrong passwords.
 */
export async function checkHost(context: CalendarContext, time: HostTime, deadline: AbortSignal): Promise<boolean> {
  const connections = await readConnectionsOfMember(context.db, time.workspaceId, time.userId);
  // One calendar that is busy is enough: it ends the requests to the others when it is stored.
  const stored = new AbortController();
  const signal = AbortSignal.any([deadline, stored.signal]);
  const check: Check = { context, time, signal, isBusy: false, onStored: () => stored.abort() };
  const answered = Promise.all(connections.map((connection) => checkConnection(check, connection)));
  await Promise.race([answered, abortOf(signal)]);
  return check.isBusy;
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

interface Check {
  readonly context: CalendarContext;
  readonly time: HostTime;
  readonly signal: AbortSignal;
  /** Whether a provider has said so, stored or not yet. */
  isBusy: boolean;
  readonly onStored: () => void;
}

async function checkConnection(check: Check, connection: StoredConnection): Promise<void> {
  const calendars = connection.calendars.filter(({ countsAsBusy }) => countsAsBusy);
  if (connection.disconnectedAt !== null || connection.refusedAt !== null || calendars.length === 0) return;
  const { context, signal, time } = check;
  const opened = await answerOf(check, connection, () => openAccess(context, connection, signal, { isCheck: true }));
  if (!opened) return;
  const range = { from: time.start, until: time.end };
  await eachOf(calendars, async (calendar) => {
    // Without the state of the last read, which was one of another range.
    const query = { ...calendar, syncState: null };
    const read = await answerOf(check, connection, () => opened.provider.readBusy(opened.access, query, range));
    if (!read || read === 'unchanged') return;
    const overlapping = ({ start, end }: BusyTime) => start < time.end && time.start < end;
    const ofOthers = read.busy.filter(overlapping);
    // What is busy already needs no look at our own entries, for which the deadline may be too near.
    const ownTimes = () => ownTimesAsBusy(context.db, { connection, calendarId: calendar.id, read });
    const times = ofOthers.length > 0 ? ofOthers : (await ownTimes()).filter(overlapping);
    if (times.length > 0) await storeBusy(check, connection, { calendar, times });
  });
}

/** Undefined where the provider does not answer as it should. */
async function answerOf<Answer>(
  { context: { db, clock }, signal }: Check,
  { workspaceId, id }: StoredConnection,
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof CalendarProblem)) throw error;
    // Reads count refusals, because no two of them run at once: many bookings would make many of one outage.
    if (error.isRefused) await wakeRead(db, [workspaceId, id], clock.now());
    return undefined;
  }
}

async function storeBusy(
  check: Check,
  { workspaceId, id: connectionId }: StoredConnection,
  { calendar, times }: { readonly calendar: StoredCalendar; readonly times: readonly BusyTime[] },
): Promise<void> {
  const { db, clock } = check.context;
  check.isBusy = true;
  const found = { connectionId, calendarId: calendar.id, times, now: clock.now() };
  await db.write((client) => addBusy(client, workspaceId, found));
  check.onStored();
}
