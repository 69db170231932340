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

/** A host and the time of the requested booking. */
export interface HostTime {
  readonly workspaceId: number;
  readonly userId: number;
  /** `[start, end)` in epoch milliseconds. */
  readonly start: number;
  readonly end: number;
}

/**
 * Asks the providers of a host's calendars if they are busy at a time, and stores the busy times. Returns false if they are
 * free or do not answer before the deadline: then the stored times decide. A provider that refused the credential at the last
 * read is skipped, because some providers lock an account after a few wrong passwords.
 */
export async function checkHost(context: CalendarContext, time: HostTime, deadline: AbortSignal): Promise<boolean> {
  const connections = await readConnectionsOfMember(context.db, time.workspaceId, time.userId);
  // One busy calendar is enough: once its times are stored, the requests to the others are aborted.
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
  /** True once a provider has reported busy times, even if they are not stored yet. */
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
    // Omits the sync state of the last read, which was for another range.
    const query = { ...calendar, syncState: null };
    const read = await answerOf(check, connection, () => opened.provider.readBusy(opened.access, query, range));
    if (!read || read === 'unchanged') return;
    const overlapping = ({ start, end }: BusyTime) => start < time.end && time.start < end;
    const ofOthers = read.busy.filter(overlapping);
    // If the calendar is busy anyway, skip the look-up of our own entries: the deadline may be too near for it.
    const ownTimes = () => ownTimesAsBusy(context.db, { connection, calendarId: calendar.id, read });
    const times = ofOthers.length > 0 ? ofOthers : (await ownTimes()).filter(overlapping);
    if (times.length > 0) await storeBusy(check, connection, { calendar, times });
  });
}

/** Returns undefined if the provider fails. */
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
    // Refusals are counted by reads, which run one at a time. Concurrent bookings would count one outage many times.
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
