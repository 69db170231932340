import { readConnection } from '#src/db/reads/calendar-connections.ts';
import { readEntry, type StoredEntry } from '#src/db/reads/calendar-entries.ts';
import { wakeRead } from '#src/db/writes/calendar-channels.ts';
import {
  type EntryResult,
  type LeasedEntry,
  recordEntryResult,
  releaseEntry,
} from '#src/db/writes/calendar-entry-leases.ts';
import { requestRead } from '#src/db/writes/calendar-leases.ts';
import { nextEntryAttempt } from '#src/domain/calendars/entry-retries.ts';
import { entryTexts } from '#src/domain/calendars/entry-texts.ts';
import { CalendarProblem, storedMessage } from '#src/domain/calendars/problem.ts';
import { openAccess } from '#src/services/calendars/open-access.ts';
import type { CallEntry } from '#src/services/calendars/providers/provider.ts';
import type { CalendarContext } from '#src/services/calendars/store-connection.ts';

export interface WritingContext extends CalendarContext {
  /** The base URL of a call's page. */
  readonly appUrl: string;
}

/** An attempt ends before its lease, so that it cannot overwrite a later one. */
const maxAttemptMs = 40_000;

/**
 * Brings a leased entry up to date with its call. The provider may have an entry whose response or result was lost: writing
 * again updates the same entry, because its UID is that of the call.
 */
export async function writeEntry(context: WritingContext, leased: LeasedEntry, aborting: AbortSignal): Promise<void> {
  const { db } = context;
  const entry = await readEntry(db, leased);
  if (!entry) return;
  const timer = AbortSignal.timeout(maxAttemptMs);
  const signal = AbortSignal.any([aborting, timer]);
  let unexpected: unknown;
  const result = await attempt(context, { leased, entry, signal }).catch((error: unknown) => {
    const late = timer.aborted ? `The calendar did not answer within ${maxAttemptMs / 1000} seconds.` : undefined;
    if (!(error instanceof CalendarProblem) && late === undefined && !aborting.aborted) unexpected = error;
    return failed(context, { entry, error, late });
  });
  if (aborting.aborted && 'error' in result) {
    await releaseEntry(db, leased);
    return;
  }
  await recordEntryResult(db, leased, { version: entry.version, result });
  // A read may have stored an outdated entry as busy, so read again. A new call had no entry before.
  const isDone = !('error' in result);
  if (isDone && entry.version > 1) await requestRead(db, [leased.workspaceId, entry.connectionId], context.clock.now());
  if (unexpected !== undefined) throw unexpected;
}

interface Attempt {
  readonly leased: LeasedEntry;
  readonly entry: StoredEntry;
  readonly signal: AbortSignal;
}

async function attempt(context: WritingContext, { leased, entry, signal }: Attempt): Promise<EntryResult> {
  const { db, clock, calendars, appUrl } = context;
  const connection = await readConnection(db, [leased.workspaceId, entry.connectionId]);
  if (!connection) throw new CalendarProblem('The calendar was disconnected.');
  try {
    const { provider, access } = await openAccess(context, connection, signal);
    if (!provider.putEntry || !provider.removeEntry)
      return { error: 'Calendars of this kind are read-only.', nextAttemptAt: undefined };
    const uid = `${entry.previewId}@${calendars.host}`;
    const place = { calendar: { externalId: entry.calendarExternalId }, uid, externalId: entry.externalId };
    if (!entry.shouldExist) {
      await provider.removeEntry(access, place);
      return { isRemoved: true };
    }
    const externalId = await provider.putEntry(access, place, callEntry(entry, { uid, appUrl }));
    return { externalId, writtenAt: clock.now() };
  } catch (error) {
    // Refusals are counted by reads, which run one at a time.
    const isRefused = error instanceof CalendarProblem && error.isRefused;
    if (isRefused) await wakeRead(db, [leased.workspaceId, entry.connectionId], clock.now());
    throw error;
  }
}

function callEntry(entry: StoredEntry, { uid, appUrl }: { readonly uid: string; readonly appUrl: string }): CallEntry {
  const { sequence, timeZone, dateTime, endTime } = entry;
  return { uid, sequence, timeZone, start: new Date(dateTime), end: new Date(endTime), ...entryTexts(entry, appUrl) };
}

function failed(
  { clock }: WritingContext,
  { entry, error, late }: { readonly entry: StoredEntry; readonly error: unknown; readonly late: string | undefined },
): EntryResult {
  const problem = error instanceof CalendarProblem ? error : undefined;
  const text = problem?.message ?? late ?? 'This server had an error. Details are in its log.';
  const attempts = entry.attempts + 1;
  const nextAttemptAt = nextEntryAttempt({ attempts, retryAfterMs: problem?.retryAfterMs }, clock.now());
  return { error: storedMessage(text), nextAttemptAt };
}
