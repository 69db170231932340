import type { Database } from '#src/db/database.ts';
import { leaseTable } from '#src/db/leases.ts';

/** The length of a lease. It exceeds the duration of an attempt, so that a lease needs no renewal. */
export const entryLeaseMs = 60_000;

/** An entry that this worker alone writes until the lease ends. */
export interface LeasedEntry {
  readonly workspaceId: number;
  readonly id: number;
  readonly calendarId: number;
  /** The fencing token: another lease has a greater one. */
  readonly leases: number;
}

interface EntryQuery {
  readonly workspaceId: number;
  readonly now: Date;
  /** The ids of the calendars that this process already writes to: a hung calendar delays only itself. */
  readonly exceptCalendars: readonly number[];
}

const entries = leaseTable<LeasedEntry>({
  name: 'calendarEntryLeases',
  table: 'CalendarEntry',
  // If a connection's credential was refused, its entries wait for the next good read.
  joins: (workspaceId) => `
    JOIN "Calendar" k ON k."workspaceId" = ${workspaceId} AND k."id" = r."calendarId"
    JOIN "CalendarConnection" c ON c."workspaceId" = ${workspaceId} AND c."id" = k."connectionId"
      AND c."disconnectedAt" IS NULL AND c."refusedAt" IS NULL`,
  due: 'r."dueAt" <= $1',
  ready: 'r."calendarId" <> ALL ($4::int[])',
  order: 'dueAt',
  returning: ['calendarId'],
  leaseMs: entryLeaseMs,
});
export const { workspaces: workspacesWithEntries } = entries;

/** Leases the entry of a workspace that has been due longest. */
export function leaseEntry(
  db: Pick<Database, 'writeOne'>,
  { workspaceId, now, exceptCalendars }: EntryQuery,
): Promise<LeasedEntry | undefined> {
  return entries.lease(db, workspaceId, now, exceptCalendars);
}

/** Applies only if the version is unchanged. A later version stays due at once. */
const ofVersion = (column: string, value: string) =>
  `"${column}" = CASE WHEN "version" = $4 THEN ${value} ELSE "${column}" END`;

const end = (name: string, assignments: readonly string[]) =>
  entries.end(name, ofVersion('attempts', '"attempts" + 1'), ...assignments);

const done = ['"lastError" = NULL', ofVersion('dueAt', 'NULL')];

const ends = {
  written: end('written', [
    ...done,
    '"externalId" = $5',
    '"writtenAt" = $6',
    ofVersion('status', `'WRITTEN'::"CalendarEntryStatus"`),
  ]),
  removed: end('removed', [
    ...done,
    '"externalId" = NULL',
    '"writtenAt" = NULL',
    ofVersion('status', `'REMOVED'::"CalendarEntryStatus"`),
  ]),
  retried: end('retried', [ofVersion('dueAt', '$5::timestamptz'), ofVersion('lastError', '$6::text')]),
  failed: end('failed', [
    ofVersion('dueAt', 'NULL'),
    ofVersion('lastError', '$5::text'),
    ofVersion('status', `'FAILED'::"CalendarEntryStatus"`),
  ]),
} as const;

/** The result of an attempt. */
export type EntryResult =
  | { readonly writtenAt: Date; readonly externalId: string }
  | { readonly isRemoved: true }
  | { readonly error: string; readonly nextAttemptAt: Date | undefined };

/** Returns false if the entry was deleted, or another attempt has begun since. */
export function recordEntryResult(
  db: Pick<Database, 'writeOne'>,
  leased: LeasedEntry,
  { version, result }: { readonly version: number; readonly result: EntryResult },
): Promise<boolean> {
  if ('writtenAt' in result) return ends.written(db, leased, version, result.externalId, result.writtenAt);
  if ('isRemoved' in result) return ends.removed(db, leased, version);
  const { error, nextAttemptAt } = result;
  if (nextAttemptAt === undefined) return ends.failed(db, leased, version, error);
  return ends.retried(db, leased, version, nextAttemptAt, error);
}

/** Releases an entry whose attempt was interrupted. */
export const releaseEntry = entries.end('release');
