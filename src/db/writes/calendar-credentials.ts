import type { ClientBase } from 'pg';
import type { Database } from '#src/db/database.ts';
import type { MemberKey, RecordKey } from '#src/db/keys.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { CalendarKind } from '#src/domain/calendars/calendar.ts';
import { countRows } from './rows.ts';

// How a connection of a calendar comes to be, and how its credential is replaced. The member is locked before its connections,
// and a connection before its calendars.

/** A calendar as the provider lists it, with the choices of the member. */
export interface CalendarColumns {
  readonly externalId: string;
  readonly name: string;
  readonly timeZone: string | null;
  readonly isWritable: boolean;
  readonly countsAsBusy: boolean;
  readonly takesBookings: boolean;
}

/** The locked member has so many connections in the workspace. */
export function countConnections(client: ClientBase, [workspaceId, userId]: MemberKey): Promise<number> {
  return countRows(client, workspaceId, { table: 'CalendarConnection', condition: '"userId" = $2', values: [userId] });
}

/** Whether bookings of the locked member are written into a calendar already. */
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

/** The first read is due at once. Returns its id. */
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

/** Locks a connection of the member until the transaction ends, and reads the choices that were made for its calendars. */
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
 * Replaces the credential and makes a read due; of a read that is under way with the old one nothing is stored. Until the next has
 * come, the status stays what it was, but for DISCONNECTED: stored busy times of an earlier day are not believed because of a new
 * credential.
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
  /** Whether it may be another calendar than before, so that its busy times are unknown until it is read. */
  readonly isElsewhere: boolean;
}

/** What the provider says of a calendar now. The next read is a whole one, because a sync token may belong to the old credential. */
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

/** The sealed secret. */
export async function readCredential({ run }: Pick<Database, 'run'>, key: RecordKey): Promise<Buffer | undefined> {
  return (await run<{ secret: Buffer }>(readStatement, [...key]))[0]?.secret;
}

const leaseRenewalStatement = preparedStatement(
  'calendarCredentials.leaseRenewal',
  `UPDATE "CalendarConnection" SET "refreshLeasedUntil" = $5
   WHERE "workspaceId" = $1 AND "id" = $2 AND "secret" = $3 AND ("refreshLeasedUntil" IS NULL OR "refreshLeasedUntil" <= $4)`,
);

/** True: this caller alone renews the credential until the lease ends. False: another does, or has. */
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

/** Ends the lease, with a new credential where there is one. One that the member has replaced meanwhile stays. */
export async function endRenewal(
  { writeOne }: Pick<Database, 'writeOne'>,
  [workspaceId, id]: RecordKey,
  { secret, renewed = secret }: { readonly secret: Buffer; readonly renewed?: Buffer | undefined },
): Promise<void> {
  await writeOne(endRenewalStatement, [workspaceId, id, secret, renewed]);
}
