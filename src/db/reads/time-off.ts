import type { Database } from '#src/db/database.ts';
import type { OwnRows } from '#src/domain/principal/policy.ts';
import { type TimeOff, type TimeOffPage, timeOffRecord } from '#src/domain/time-off/time-off.ts';
import { equal, ownedBy, type PageQuery, type Read } from './list.ts';
import { readList } from './read-list.ts';
import { columnsOfRecord, recordReader } from './record-reader.ts';

export const timesOff = recordReader<TimeOff>(columnsOfRecord('r', timeOffRecord));

interface TimeOffQuery extends PageQuery {
  readonly userId?: number;
  /** Only time off that overlaps this range; its end is exclusive. */
  readonly fromMs?: number;
  readonly untilMs?: number;
  readonly visible?: OwnRows | undefined;
}

/** Lists time off, earliest first. */
export async function readTimeOffs(db: Database, query: TimeOffQuery): Promise<Read<TimeOffPage>> {
  const { fromMs, untilMs } = query;
  const { records, ...page } = await readList(db, query, {
    name: 'timeOffs.list',
    from: '"TimeOff"',
    reader: timesOff,
    sort: { column: 'startTime', type: 'timestamptz', direction: 'asc' },
    cost: 'page',
    conditions: (values) => [
      ...equal('r."userId"', 'int', values, query.userId),
      ...ownedBy('r', values, query.visible),
      ...(fromMs === undefined ? [] : [`r."endTime" > ${values.instant(fromMs)}`]),
      ...(untilMs === undefined ? [] : [`r."startTime" < ${values.instant(untilMs)}`]),
    ],
  });
  return { timeOffs: records, ...page };
}
