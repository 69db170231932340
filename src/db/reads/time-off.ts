import type { Database } from '#src/db/database.ts';
import { type Instant, isoText } from '#src/db/types.ts';
import type { OwnRows } from '#src/domain/access/policy.ts';
import type { TimeOff, TimeOffPage } from '#src/domain/time-off/time-off.ts';
import { equal, ownedBy, type PageQuery, type Read } from './list.ts';
import { readList } from './read-list.ts';

/** The driver returns instants as ISO text, Prisma as Dates. */
interface Row {
  readonly id: number;
  readonly userId: number;
  readonly startTime: Instant;
  readonly endTime: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const timeOffColumns = 'r."id", r."userId", r."startTime", r."endTime", r."createdAt", r."updatedAt"';

/** The record, from either source. */
export function timeOffOfRow({ id, userId, startTime, endTime, createdAt, updatedAt }: Row): TimeOff {
  return {
    id,
    userId,
    startTime: isoText(startTime),
    endTime: isoText(endTime),
    createdAt: isoText(createdAt),
    updatedAt: isoText(updatedAt),
  };
}

interface TimeOffQuery extends PageQuery {
  readonly userId?: number;
  /** Only what overlaps this range; its end is exclusive. */
  readonly fromMs?: number;
  readonly untilMs?: number;
  readonly visible?: OwnRows | undefined;
}

/** Earliest first. */
export async function readTimeOffs(db: Database, query: TimeOffQuery): Promise<Read<TimeOffPage>> {
  const { fromMs, untilMs } = query;
  const { records, ...page } = await readList(db, query, {
    name: 'timeOffs.list',
    from: '"TimeOff"',
    columns: timeOffColumns,
    sort: { column: 'startTime', type: 'timestamptz', direction: 'asc' },
    runner: 'counted',
    conditions: (values) => [
      ...equal('r."userId"', 'int', values, query.userId),
      ...ownedBy('r', values, query.visible),
      ...(fromMs === undefined ? [] : [`r."endTime" > ${values.instant(fromMs)}`]),
      ...(untilMs === undefined ? [] : [`r."startTime" < ${values.instant(untilMs)}`]),
    ],
    toRecord: timeOffOfRow,
  });
  return { timeOffs: records, ...page };
}
