import type { Database } from '#src/db/database.ts';
import { preparedStatement, queryConfig, type Statement } from '#src/db/statement.ts';

// What is due is found in all workspaces at once; what is leased and written names its workspace. All instants are those of the
// clock that the caller reads, which is the database's.

/** How long an entry is kept from other workers. It is longer than an attempt may take, so that a lease needs no renewal. */
export const entryLeaseMs = 60_000;

/** Entries of a connection whose credential was refused wait for the next good read. */
const joined = (workspaceId: string) => `"CalendarEntry" n
  JOIN "Calendar" k ON k."workspaceId" = ${workspaceId} AND k."id" = n."calendarId"
  JOIN "CalendarConnection" c ON c."workspaceId" = ${workspaceId} AND c."id" = k."connectionId" AND c."disconnectedAt" IS NULL
    AND c."refusedAt" IS NULL`;

const isFree = `n."dueAt" <= $1 AND (n."leasedUntil" IS NULL OR n."leasedUntil" < $1)`;

const workspacesStatement = preparedStatement(
  'calendarEntryLeases.workspaces',
  `SELECT n."workspaceId" FROM ${joined('n."workspaceId"')} WHERE ${isFree}
   GROUP BY n."workspaceId" ORDER BY min(n."dueAt"), n."workspaceId" LIMIT 500`,
);

/** The workspaces that have an entry to be written now; those that have waited longest first. */
export async function workspacesWithEntries({ run }: Pick<Database, 'run'>, now: Date): Promise<number[]> {
  const rows = await run<{ workspaceId: number }>(workspacesStatement, [now]);
  return rows.map(({ workspaceId }) => workspaceId);
}

const leaseStatement = preparedStatement(
  'calendarEntryLeases.lease',
  `UPDATE "CalendarEntry" SET "leases" = "leases" + 1, "leasedUntil" = $3
   WHERE "workspaceId" = $2 AND "id" = ANY (ARRAY(
     SELECT n."id" FROM ${joined('$2')} WHERE n."workspaceId" = $2 AND ${isFree} AND n."calendarId" <> ALL ($4::int[])
     ORDER BY n."dueAt", n."id" LIMIT 1 FOR NO KEY UPDATE OF n SKIP LOCKED))
   RETURNING "id", "calendarId", "leases"`,
);

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
  /** The ids of the calendars that this process writes to already: one that hangs holds up nothing but itself. */
  readonly exceptCalendars: readonly number[];
}

/** Leases the entry of a workspace that is due longest. */
export function leaseEntry(
  { write }: Pick<Database, 'write'>,
  { workspaceId, now, exceptCalendars }: EntryQuery,
): Promise<LeasedEntry | undefined> {
  return write(async (client) => {
    const values = [now, workspaceId, new Date(now.getTime() + entryLeaseMs), exceptCalendars];
    const { rows } = await client.query<Omit<LeasedEntry, 'workspaceId'>>(queryConfig(leaseStatement, values));
    return rows[0] && { workspaceId, ...rows[0] };
  });
}

/** Only of the attempt that holds the lease. */
const ofLease = `"workspaceId" = $1 AND "id" = $2 AND "leases" = $3`;

/** What is said of the version that was written is not said of a later one, which is due at once. */
const ofVersion = (column: string, value: string) =>
  `"${column}" = CASE WHEN "version" = $4 THEN ${value} ELSE "${column}" END`;

const ended = `"leasedUntil" = NULL, ${ofVersion('attempts', '"attempts" + 1')}`;

const update = (name: string, assignments: readonly string[]) =>
  preparedStatement(
    `calendarEntryLeases.${name}`,
    `UPDATE "CalendarEntry" SET ${[ended, ...assignments].join(', ')} WHERE ${ofLease}`,
  );

const done = ['"lastError" = NULL', ofVersion('dueAt', 'NULL')];

const statements = {
  written: update('written', [
    ...done,
    '"externalId" = $5',
    '"writtenAt" = $6',
    ofVersion('status', `'WRITTEN'::"CalendarEntryStatus"`),
  ]),
  removed: update('removed', [
    ...done,
    '"externalId" = NULL',
    '"writtenAt" = NULL',
    ofVersion('status', `'REMOVED'::"CalendarEntryStatus"`),
  ]),
  retried: update('retried', [ofVersion('dueAt', '$5::timestamptz'), ofVersion('lastError', '$6::text')]),
  failed: update('failed', [
    ofVersion('dueAt', 'NULL'),
    ofVersion('lastError', '$5::text'),
    ofVersion('status', `'FAILED'::"CalendarEntryStatus"`),
  ]),
} as const;

/** What became of an attempt. */
export type EntryResult =
  | { readonly writtenAt: Date; readonly externalId: string }
  | { readonly isRemoved: true }
  | { readonly error: string; readonly nextAttemptAt: Date | undefined };

/** False: the entry was deleted, or another attempt has begun since. */
export async function recordEntryResult(
  { write }: Pick<Database, 'write'>,
  { workspaceId, id, leases }: LeasedEntry,
  { version, result }: { readonly version: number; readonly result: EntryResult },
): Promise<boolean> {
  const [statement, values] = statementOf(result);
  const config = queryConfig(statement, [workspaceId, id, leases, version, ...values]);
  return write(async (client) => (await client.query(config)).rowCount === 1);
}

function statementOf(result: EntryResult): readonly [Statement, readonly unknown[]] {
  if ('writtenAt' in result) return [statements.written, [result.externalId, result.writtenAt]];
  if ('isRemoved' in result) return [statements.removed, []];
  const { error, nextAttemptAt } = result;
  return nextAttemptAt ? [statements.retried, [nextAttemptAt, error]] : [statements.failed, [error]];
}

const releaseStatement = preparedStatement(
  'calendarEntryLeases.release',
  `UPDATE "CalendarEntry" SET "leasedUntil" = NULL WHERE ${ofLease}`,
);

/** Gives an entry back whose attempt was interrupted. */
export async function releaseEntry(
  { write }: Pick<Database, 'write'>,
  { workspaceId, id, leases }: LeasedEntry,
): Promise<void> {
  await write((client) => client.query(queryConfig(releaseStatement, [workspaceId, id, leases])));
}
