import type { ClientBase } from 'pg';
import type { Database } from '#src/db/database.ts';
import type { MemberKey, RecordKey } from '#src/db/keys.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { CalendarKind } from '#src/domain/calendars/calendar.ts';
import { countRows } from './rows.ts';

// Creates calendar connections and replaces their credentials. Lock the member before their connections, and a connection
// before its calendars.

/** A calendar from the provider's list, with the choices of the member. */
export interface CalendarColumns {
  readonly externalId: string;
  readonly name: string;
  readonly timeZone: string | null;
  readonly isWritable: boolean;
  readonly countsAsBusy: boolean;
  readonly takesBookings: boolean;
}

/** Counts the connections of the locked member in the workspace. */
export function countConnections(client: ClientBase, [workspaceId, userId]: MemberKey): Promise<number> {
  return countRows(client, workspaceId, { table: 'CalendarConnection', condition: '"userId" = $2', values: [userId] });
}

/** Returns true if bookings of the locked member are written into a calendar already. */
export async function hasBookingCalendar(client: ClientBase, [workspaceId, userId]: MemberKey): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM "CalendarConnection" c JOIN "Calendar" k ON k."workspaceId" = $1 AND k."connectionId" = c."id"
     WHERE c."workspaceId" = $1 AND c."userId" = $2 AND k."takesBookings" LIMIT 1`,
    [workspaceId, userId],
  );
  return rowCount !== 0;
}

interface NewConnection {
  readonly userId: number;
  readonly kind: CalendarKind;
  readonly name: string;
  readonly secret: Buffer;
  readonly now: Date;
  readonly readableUntil: Date;
}

/** Inserts a connection whose first read is due at once. Returns its id. */
export async function insertConnection(
  client: ClientBase,
  workspaceId: number,
  { userId, kind, name, secret, now, readableUntil }: NewConnection,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "CalendarConnection" ("workspaceId", "userId", "kind", "name", "secret", "readableUntil", "nextReadAt", "createdAt", "updatedAt")
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7) RETURNING "id"`,
    [workspaceId, userId, kind, name, secret, readableUntil, now],
  );
  return rows[0]?.id as number;
}

export interface LockedConnection {
  readonly kind: CalendarKind;
  readonly calendars: readonly (Pick<CalendarColumns, 'externalId' | 'countsAsBusy' | 'takesBookings'> & {
    readonly id: number;
  })[];
}

/** Locks a connection of the member until the transaction ends, and reads the choices for its calendars. */
export async function lockConnection(
  client: ClientBase,
  [workspaceId, userId]: MemberKey,
  id: number,
): Promise<LockedConnection | undefined> {
  const { rows } = await client.query<{ kind: CalendarKind }>(
    'SELECT "kind" FROM "CalendarConnection" WHERE "workspaceId" = $1 AND "id" = $2 AND "userId" = $3 FOR NO KEY UPDATE',
    [workspaceId, id, userId],
  );
  if (!rows[0]) return undefined;
  const calendars = await client.query<LockedConnection['calendars'][number]>(
    `SELECT "id", "externalId", "countsAsBusy", "takesBookings" FROM "Calendar"
     WHERE "workspaceId" = $1 AND "connectionId" = $2 ORDER BY "id"`,
    [workspaceId, id],
  );
  return { kind: rows[0].kind, calendars: calendars.rows };
}

/**
 * Replaces the credential and makes a read due. A running read with the old credential stores nothing. Until the next read, any
 * status but DISCONNECTED stays, because a new credential does not make earlier busy times reliable.
 */
export async function replaceCredential(
  client: ClientBase,
  [workspaceId, id]: RecordKey,
  { name, secret, now }: Pick<NewConnection, 'name' | 'secret' | 'now'>,
): Promise<void> {
  await client.query(
    `UPDATE "CalendarConnection" SET "name" = $3, "secret" = $4, "problem" = NULL, "disconnectedAt" = NULL, "failures" = 0,
       "refusals" = 0, "refusedAt" = NULL, "nextReadAt" = $5, "leases" = "leases" + 1, "leasedUntil" = NULL, "refreshLeasedUntil" = NULL, "updatedAt" = $5
     WHERE "workspaceId" = $1 AND "id" = $2`,
    [workspaceId, id, name, secret, now],
  );
}

export async function insertCalendars(
  client: ClientBase,
  [workspaceId, connectionId]: RecordKey,
  calendars: readonly CalendarColumns[],
): Promise<void> {
  if (calendars.length === 0) return;
  const columns = ['externalId', 'name', 'timeZone', 'isWritable', 'countsAsBusy', 'takesBookings'] as const;
  await client.query(
    `INSERT INTO "Calendar" ("workspaceId", "connectionId", "externalId", "name", "timeZone", "isWritable", "countsAsBusy", "takesBookings")
     SELECT $1, $2, f.* FROM unnest($3::text[], $4::text[], $5::text[], $6::bool[], $7::bool[], $8::bool[]) f`,
    [workspaceId, connectionId, ...columns.map((name) => calendars.map((calendar) => calendar[name]))],
  );
}

interface UpdatedCalendar extends Omit<CalendarColumns, 'countsAsBusy'> {
  /** True if it may be another calendar than before: its busy times are unknown until it is read. */
  readonly isElsewhere: boolean;
}

/** Stores the provider's current data. The next read is a full one, because a sync token may belong to the old credential. */
export async function updateCalendar(
  client: ClientBase,
  [workspaceId, id]: RecordKey,
  { externalId, name, timeZone, isWritable, takesBookings, isElsewhere }: UpdatedCalendar,
): Promise<void> {
  await client.query(
    `UPDATE "Calendar" SET "externalId" = $3, "name" = $4, "timeZone" = $5, "isWritable" = $6, "takesBookings" = $7,
       "syncState" = NULL, "busyUntil" = CASE WHEN $8 THEN NULL ELSE "busyUntil" END
     WHERE "workspaceId" = $1 AND "id" = $2`,
    [workspaceId, id, externalId, name, timeZone, isWritable, takesBookings, isElsewhere],
  );
}

export async function deleteCalendars(client: ClientBase, workspaceId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query('DELETE FROM "Calendar" WHERE "workspaceId" = $1 AND "id" = ANY ($2::int[])', [workspaceId, ids]);
}

const readStatement = preparedStatement(
  'calendarCredentials.read',
  'SELECT "secret" FROM "CalendarConnection" WHERE "workspaceId" = $1 AND "id" = $2',
);

/** Reads the encrypted secret. */
export async function readCredential({ run }: Pick<Database, 'run'>, key: RecordKey): Promise<Buffer | undefined> {
  return (await run<{ secret: Buffer }>(readStatement, [...key]))[0]?.secret;
}

const leaseRenewalStatement = preparedStatement(
  'calendarCredentials.leaseRenewal',
  `UPDATE "CalendarConnection" SET "refreshLeasedUntil" = $5
   WHERE "workspaceId" = $1 AND "id" = $2 AND "secret" = $3 AND ("refreshLeasedUntil" IS NULL OR "refreshLeasedUntil" <= $4)`,
);

/** Returns true if only this caller may renew the credential until the lease ends; false if another does, or has. */
export async function leaseRenewal(
  { writeOne }: Pick<Database, 'writeOne'>,
  [workspaceId, id]: RecordKey,
  { secret, now, until }: { readonly secret: Buffer; readonly now: Date; readonly until: Date },
): Promise<boolean> {
  return (await writeOne(leaseRenewalStatement, [workspaceId, id, secret, now, until])).rowCount === 1;
}

const endRenewalStatement = preparedStatement(
  'calendarCredentials.endRenewal',
  `UPDATE "CalendarConnection" SET "secret" = $4, "refreshLeasedUntil" = NULL
   WHERE "workspaceId" = $1 AND "id" = $2 AND "secret" = $3`,
);

/** Ends the lease, and stores the renewed credential if there is one. A credential that the member replaced meanwhile stays. */
export async function endRenewal(
  { writeOne }: Pick<Database, 'writeOne'>,
  [workspaceId, id]: RecordKey,
  { secret, renewed = secret }: { readonly secret: Buffer; readonly renewed?: Buffer | undefined },
): Promise<void> {
  await writeOne(endRenewalStatement, [workspaceId, id, secret, renewed]);
}
