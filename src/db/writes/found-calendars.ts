import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import { maxCalendars } from '#src/domain/calendars/calendar.ts';

/** A calendar from the provider's list, cut to fit the columns. */
interface Listed {
  readonly externalId: string;
  readonly name: string;
  readonly timeZone: string | null;
  readonly isWritable: boolean;
}

interface Stored extends Listed {
  readonly id: number;
  readonly isChosen: boolean;
}

const storedStatement = preparedStatement(
  'foundCalendars.stored',
  `SELECT "id", "externalId", "name", "timeZone", "isWritable", "countsAsBusy" OR "takesBookings" AS "isChosen"
   FROM "Calendar" WHERE "workspaceId" = $1 AND "connectionId" = $2 ORDER BY "id"`,
);

const insertStatement = preparedStatement(
  'foundCalendars.insert',
  `INSERT INTO "Calendar" ("workspaceId", "connectionId", "externalId", "name", "timeZone", "isWritable", "countsAsBusy")
   VALUES ($1, $2, $3, $4, $5, $6, false)`,
);

const updateStatement = preparedStatement(
  'foundCalendars.update',
  `UPDATE "Calendar" SET "name" = $3, "timeZone" = $4, "isWritable" = $5 WHERE "workspaceId" = $1 AND "id" = $2`,
);

const deleteStatement = preparedStatement(
  'foundCalendars.delete',
  `DELETE FROM "Calendar" WHERE "workspaceId" = $1 AND "id" = ANY ($2::int[])`,
);

/**
 * Updates the calendars of a connection to match the provider's list. New ones do not count as busy until the member chooses
 * so. A chosen calendar that is gone stays: the member decides what replaces it. The caller has locked the connection.
 */
export async function storeFoundCalendars(client: ClientBase, key: RecordKey, found: readonly Listed[]): Promise<void> {
  const { rows: stored } = await client.query<Stored>(queryConfig(storedStatement, [...key]));
  const listed = new Map(found.map((each) => [each.externalId, each]));
  const gone = stored.filter(({ externalId, isChosen }) => !isChosen && !listed.has(externalId));
  if (gone.length > 0) await client.query(queryConfig(deleteStatement, [key[0], gone.map(({ id }) => id)]));
  for (const calendar of stored) {
    const now = listed.get(calendar.externalId);
    listed.delete(calendar.externalId);
    if (!now || isSame(now, calendar)) continue;
    await client.query(queryConfig(updateStatement, [key[0], calendar.id, now.name, now.timeZone, now.isWritable]));
  }
  const room = Math.max(0, maxCalendars - (stored.length - gone.length));
  const added = [...listed.values()].slice(0, room);
  for (const { externalId, name, timeZone, isWritable } of added) {
    await client.query(queryConfig(insertStatement, [...key, externalId, name, timeZone, isWritable]));
  }
}

function isSame(one: Listed, other: Listed): boolean {
  return one.name === other.name && one.timeZone === other.timeZone && one.isWritable === other.isWritable;
}
