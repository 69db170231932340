import type { StoredCalendar, StoredConnection } from '#src/db/reads/calendar-connections.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { type OpenedConnection, openAccess } from './open-access.ts';
import type { BusyRead, FoundCalendar, ReadRange } from './providers/provider.ts';
import { type CalendarContext, storedCalendars } from './store-connection.ts';

/** The maximum number of concurrent requests to one account. */
const maxAtOnce = 4;
/** The limit for all calendars of a connection: their times stay in memory until the last one is read. */
export const maxTimesOfConnection = 100_000;

interface ReadingInput {
  readonly connection: StoredConnection;
  readonly range: ReadRange;
  /** True if the list of calendars is read as well. */
  readonly lists: boolean;
  readonly maxMs: number;
  readonly aborting: AbortSignal;
}

/** The result of reading a connection. */
export interface CalendarReading {
  /** The calendars that were read and have changed since the last read. */
  readonly read: readonly (BusyRead & Pick<StoredCalendar, 'id'>)[];
  readonly found: readonly FoundCalendar[] | undefined;
  /** Why the read failed: some calendar that counts as busy is unknown. */
  readonly problem: CalendarProblem | undefined;
  /** An error that is not the provider's. */
  readonly unexpected?: unknown;
}

/** Reads the calendars that count as busy and the one that takes bookings. If one fails, the others are still read. */
export async function readCalendars(
  context: CalendarContext,
  { connection, range, lists, maxMs, aborting }: ReadingInput,
): Promise<CalendarReading> {
  const timer = AbortSignal.timeout(maxMs);
  const signal = AbortSignal.any([aborting, timer]);
  const chosen = connection.calendars.filter(({ countsAsBusy, takesBookings }) => countsAsBusy || takesBookings);
  const late = `The calendars could not be read within ${maxMs / 1000} seconds.`;
  const problemOf = (error: unknown) => asProblem(error, timer.aborted ? late : undefined);
  let opened: OpenedConnection;
  try {
    opened = await openAccess(context, connection, signal);
  } catch (error) {
    return { read: [], found: undefined, ...problemOf(error) };
  }
  // If there is no calendar to read, the list shows that the credential still works.
  const answerOf = <Value>(promise: Promise<Value>): Promise<Answer<Value>> =>
    promise.then(
      (value) => ({ value }),
      (error: unknown) => ({ failure: problemOf(error) }),
    );
  const listed =
    lists || chosen.length === 0 ? await answerOf(opened.provider.listCalendars(opened.access)) : undefined;
  const found = listed && 'value' in listed ? storedCalendars(listed.value.calendars) : undefined;
  const bounded = boundedTimes();
  const answers = await eachOf(chosen, async (calendar) => ({
    calendar,
    answer: await answerOf(readBusy(opened, calendar, range).then(bounded)),
  }));
  const failures: FailedCalendar[] = answers.flatMap(({ calendar, answer }) => {
    if ('value' in answer) return [];
    const isGone = found !== undefined && !found.some(({ externalId }) => externalId === calendar.externalId);
    return [{ calendar, ...named(answer.failure, { calendar, isGone, hasOthers: chosen.length > 1 }) }];
  });
  if (listed && 'failure' in listed) failures.push(...ofList(listed.failure, chosen));
  const decisive = failures.filter(({ calendar, problem }) => !calendar || calendar.countsAsBusy || problem.isRefused);
  const first = decisive.find(({ problem }) => problem.isRefused) ?? decisive[0];
  return {
    read: answers.flatMap(({ calendar: { id }, answer }) =>
      'value' in answer && answer.value !== 'unchanged' ? [{ id, ...answer.value }] : [],
    ),
    found,
    problem: first?.problem,
    unexpected: failures.find(({ unexpected }) => unexpected !== undefined)?.unexpected,
  };
}

type Answer<Value> = { readonly value: Value } | { readonly failure: Failure };

/**
 * A sync state is valid only for the range of its read, which ended where the busy times end; for the zone that places all-day
 * events; and for the host that identifies our entries.
 */
async function readBusy(
  { provider, access }: OpenedConnection,
  { externalId, timeZone, syncState, busyUntil }: StoredCalendar,
  range: ReadRange,
): Promise<BusyRead | 'unchanged'> {
  const prefix = `${timeZone ?? access.timeZone} ${access.host} `;
  const isOfRange = busyUntil !== null && Date.parse(busyUntil) === range.until;
  const last = isOfRange && syncState?.startsWith(prefix) ? syncState.slice(prefix.length) : null;
  const read = await provider.readBusy(access, { externalId, timeZone, syncState: last }, range);
  if (read === 'unchanged' || read.syncState === null) return read;
  return { ...read, syncState: prefix + read.syncState };
}

/** Throws once the times of all reads exceed the limit of a connection. */
function boundedTimes() {
  let left = maxTimesOfConnection;
  return (read: BusyRead | 'unchanged'): BusyRead | 'unchanged' => {
    if (read === 'unchanged') return read;
    left -= read.busy.length + read.own.length + read.ownUids.length;
    if (left >= 0) return read;
    const limit = maxTimesOfConnection.toLocaleString('en');
    throw new CalendarProblem(`The calendars of this account have more than ${limit} busy times in total.`);
  };
}

interface Failure {
  readonly problem: CalendarProblem;
  readonly unexpected?: unknown;
}

/** `calendar` is undefined if the list of calendars failed. */
type FailedCalendar = Failure & { readonly calendar: StoredCalendar | undefined };

/** A failed list only hides new calendars. It counts as a failure if it was refused, or if there is nothing else to read. */
function ofList(failure: Failure, chosen: readonly StoredCalendar[]): FailedCalendar[] {
  const counts = failure.problem.isRefused || chosen.length === 0;
  return counts ? [{ calendar: undefined, ...failure }] : [];
}

function asProblem(error: unknown, late: string | undefined): Failure {
  if (error instanceof CalendarProblem) return { problem: error };
  if (late !== undefined) return { problem: new CalendarProblem(late) };
  const message = 'The calendars could not be read because this server had an error. Details are in its log.';
  return { problem: new CalendarProblem(message), unexpected: error };
}

function named(
  failure: Failure,
  { calendar, isGone, hasOthers }: { calendar: StoredCalendar; isGone: boolean; hasOthers: boolean },
): Failure {
  const { message, isRefused, retryAfterMs } = failure.problem;
  const about = isGone
    ? `The provider no longer lists the calendar “${calendar.name}”: choose which calendars count as busy.`
    : message;
  const text = hasOthers && !isGone && !isRefused ? `“${calendar.name}”: ${about}` : about;
  return {
    ...failure,
    problem: new CalendarProblem(text, { isRefused, retryAfterMs }),
  };
}

/** Processes a few calendars of an account at a time, and returns the results in their order. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  of: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await of(items[index] as Item);
  };
  await Promise.all(Array.from({ length: maxAtOnce }, worker));
  return results;
}
