import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import type { TimeOff } from '#src/domain/time-off/time-off.ts';
import { timesOff } from '../reads/time-off.ts';
import { recordWrites } from './record-writes.ts';

export const timeOffWrites = recordWrites<TimeOff, Pick<TimeOff, 'userId' | 'startTime' | 'endTime'>>({
  table: 'TimeOff',
  reader: timesOff,
});

/** Locks time off until the transaction ends, and reads it with the time zone of its member. */
export async function lockTimeOff(
  client: ClientBase,
  key: RecordKey,
): Promise<{ timeOff: TimeOff; timeZone: string } | undefined> {
  const { rows } = await client.query<TimeOff & { timeZone: string }>(
    `SELECT ${timesOff.columns}, u."timeZone" FROM "TimeOff" r JOIN "User" u ON u."id" = r."userId"
    WHERE r."workspaceId" = $1 AND r."id" = $2 FOR UPDATE OF r`,
    [...key],
  );
  if (!rows[0]) return undefined;
  const { timeZone, ...timeOff } = rows[0];
  return { timeOff, timeZone };
}
