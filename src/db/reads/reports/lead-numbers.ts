import type { Database } from '#src/db/database.ts';
import { dynamicStatement } from '#src/db/statement.ts';
import { type CountedLeadGroup, leadTimeBands, speedBands } from '#src/domain/reports/lead-numbers.ts';
import type { Grouping } from '#src/domain/reports/report.ts';
import { countedSets, timesOfCall } from '../event-calls/counted.ts';
import {
  firstCallConditions,
  firstProducts,
  joinedToLead,
  type LeadOrigins,
  leadOriginConditions,
  type SeenByLeads,
} from '../lead-origins.ts';
import { anyOf, ownedBy, Values } from '../list.ts';
import { utmSource } from '../utm-source.ts';
import { type GroupRow, inGroup, labelOfKey, type PeriodQuery, stepKey } from './period.ts';

export interface LeadNumbersQuery extends PeriodQuery, LeadOrigins, SeenByLeads {
  readonly userIds?: readonly number[] | undefined;
  readonly setterIds?: readonly number[] | undefined;
}

/** One kind of counts of a group. */
export interface LeadRow extends GroupRow {
  readonly what: keyof CountedLeadGroup;
  readonly counts: object;
}

/** The column of a contact `p` by which its records are grouped. Of a call, the event and the type are its own. */
const columnOfGroup: Readonly<Partial<Record<Grouping, string>>> = {
  closer: 'userId',
  setter: 'setterId',
  event: 'eventId',
  callType: 'callType',
  source: 'source',
  product: 'productId',
};

function keyOf(query: PeriodQuery, instant: string, values: Values, ownAlias = 'p'): string {
  const column = columnOfGroup[query.groupBy];
  if (column !== undefined) {
    const alias = query.groupBy === 'event' || query.groupBy === 'callType' ? ownAlias : 'p';
    return `${alias}."${column}"`;
  }
  return query.groupBy === 'none' ? 'NULL::text' : stepKey(instant, query, values);
}

/** SQL for the minutes of a speed `column` in milliseconds, and for its bands. */
function speed(column: string): string {
  const minutes = (share: number) => `(percentile_cont(${share}) WITHIN GROUP (ORDER BY q."${column}")) / 60000`;
  const bands = speedBands.map((most, index) => {
    const conditions = [
      ...(most === null ? [] : [`q."${column}" <= ${most * 60_000}`]),
      ...(index === 0 ? [] : [`q."${column}" > ${(speedBands[index - 1] ?? 0) * 60_000}`]),
    ];
    return `count(*) FILTER (WHERE ${conditions.join(' AND ')})`;
  });
  return `json_build_object('medianMinutes', ${minutes(0.5)}, 'p95Minutes', ${minutes(0.95)}, 'bands', json_build_array(${bands.join(', ')}))`;
}

const leadCounts = `json_build_object('created', count(*), 'booked', count(*) FILTER (WHERE q."isBooked"),
  'held', count(*) FILTER (WHERE q."held"), 'won', count(*) FILTER (WHERE q."won"),
  'disqualified', count(*) FILTER (WHERE q."isDisqualified"), 'speedToLead', ${speed('leadMs')}, 'speedToCall', ${speed('callMs')})`;

const bandCounts = leadTimeBands.map((days, index) => {
  const inBand = [
    ...(days === null ? [] : [`q."ahead" < interval '${days * 24} hours'`]),
    ...(index === 0 ? [] : [`q."ahead" >= interval '${(leadTimeBands[index - 1] ?? 0) * 24} hours'`]),
  ].join(' AND ');
  const count = (also = '') => `count(*) FILTER (WHERE ${inBand}${also})`;
  return `json_build_object('booked', ${count()}, 'held', ${count(' AND q."held"')}, 'noShow', ${count(' AND q."noShow"')})`;
});

/** The counts `what` of the rows `from`, by group and in total. */
function part(what: LeadRow['what'], counts: string, from: string): string {
  return `SELECT '${what}' AS "what", q."isPrevious", q."key"::text AS "key", grouping(q."key") = 1 AS "isTotal", ${counts} AS "counts" FROM (${from}) q
    GROUP BY GROUPING SETS ((q."isPrevious", q."key"), (q."isPrevious"))`;
}

/**
 * Counts the contacts, first bookings, forms and calls of a period by group, and those of the period before it, in one statement.
 * The contacts that any of these names are read once, with the first of their calls; so its cost grows with the two periods, and
 * not with the workspace. The first call is a minimum of instants with ids, so that no calls need to be sorted, and its row is read
 * only where more of it is needed. It is planned for its values.
 */
export async function readLeadNumbers(db: Database, query: LeadNumbersQuery): Promise<LeadRow[]> {
  const values = new Values();
  values.add(query.workspaceId, 'int');
  const [previousFrom, until, now] = [
    values.instant(query.previousFromMs),
    values.instant(query.untilMs),
    values.instant(query.nowMs),
  ];
  const { userIds, setterIds, groupBy } = query;
  const filtered = joinedToLead(query);
  const hasFilter = filtered.call || filtered.product || userIds !== undefined || setterIds !== undefined;
  // Without these, calls and forms are counted without their contacts.
  const byContact = hasFilter || columnOfGroup[groupBy] !== undefined;
  const hasCall = filtered.call || groupBy === 'event' || groupBy === 'callType' || groupBy === 'source';
  const hasProduct = filtered.product || groupBy === 'product';
  const inPeriods = (instant: string) => `${instant} >= ${previousFrom} AND ${instant} < ${until}`;
  const grouped = (instant: string, alias?: string) =>
    inGroup(instant, keyOf(query, instant, values, alias), query, values);
  // Whose calls and forms are counted: more than the columns of a contact is known of those that are read with their first call.
  const isByOrigin = hasCall || hasProduct;
  const whose = (alias: string) =>
    isByOrigin
      ? `"person" p ON p."id" = ${alias}."contactId"`
      : `"Contact" p ON p."workspaceId" = $1 AND p."id" = ${alias}."contactId"`;
  const visibleCalls = ownedBy('c', values, query.visibleCalls);
  const calls = (...conditions: string[]) => ['c."workspaceId" = $1', ...conditions, ...visibleCalls].join(' AND ');
  const set = (name: 'held' | 'won' | 'noShow') => countedSets[name](timesOfCall(() => now));
  const ofContact = [
    ...anyOf('p."userId"', 'int', values, userIds),
    ...anyOf('p."setterId"', 'int', values, setterIds),
    ...leadOriginConditions('p', query, values),
  ];
  const ofLead = [...ofContact, ...firstCallConditions('p', query, values)];
  const ofCall = [...ofContact, ...firstCallConditions('c', query, values)];
  const milliseconds = (end: string) => `greatest(0, extract(epoch FROM ${end} - p."joinedTime") * 1000)::float8`;
  const text = `WITH "involved" AS MATERIALIZED (
      SELECT k."id" FROM "Contact" k WHERE k."workspaceId" = $1 AND ${inPeriods('k."createdAt"')}
      UNION SELECT c."contactId" FROM "EventCall" c WHERE ${calls(inPeriods('c."createdAt"'), 'c."contactId" IS NOT NULL')}
      ${
        isByOrigin
          ? `UNION SELECT c."contactId" FROM "EventCall" c WHERE ${calls(inPeriods('c."dateTime"'), 'c."contactId" IS NOT NULL')}
      UNION SELECT a."contactId" FROM "InviteeAnswer" a WHERE a."workspaceId" = $1 AND ${inPeriods('a."createdAt"')}`
          : ''
      }),
    "reached" AS (
      SELECT c."contactId", min(ARRAY[date_part('epoch', c."createdAt"), c."id", date_part('epoch', c."dateTime")]) AS "firstCall",
        bool_or(${set('held')}) AS "held", bool_or(${set('won')}) AS "won"
      FROM "involved" i JOIN "EventCall" c ON ${calls('c."contactId" = i."id"')} GROUP BY c."contactId"),
    "person" AS MATERIALIZED (
      SELECT k."id", k."createdAt", k."joinedTime", k."status" = 'DISQUALIFIED' AS "isDisqualified", k."userId", k."setterId",
        to_timestamp(e."firstCall"[1]) AS "firstBookedAt", to_timestamp(e."firstCall"[3]) AS "firstStart", e."held", e."won"
        ${hasCall ? `, f."eventId", f."callType", coalesce(${utmSource('k')}, f."source") AS "source"` : ''}
        ${hasProduct ? ', s."productId"' : ''}
      FROM "involved" i JOIN "Contact" k ON k."workspaceId" = $1 AND k."id" = i."id"
      LEFT JOIN "reached" e ON e."contactId" = k."id"
      ${hasCall ? `LEFT JOIN "EventCall" f ON f."workspaceId" = $1 AND f."id" = e."firstCall"[2]::int` : ''}
      ${hasProduct ? `LEFT JOIN (${firstProducts(query, values, 'SELECT i."id" FROM "involved" i')}) s ON s."contactId" = k."id"` : ''}),
    "counted" AS (
      ${part(
        'leads',
        leadCounts,
        `SELECT ${grouped('p."createdAt"')}, p."firstBookedAt" IS NOT NULL AS "isBooked", p."held", p."won", p."isDisqualified",
          CASE WHEN p."firstBookedAt" IS NOT NULL THEN ${milliseconds('p."firstBookedAt"')} END AS "leadMs",
          CASE WHEN p."firstBookedAt" IS NOT NULL THEN ${milliseconds('p."firstStart"')} END AS "callMs"
        FROM "person" p ${where([inPeriods('p."createdAt"'), ...ofLead])}`,
      )}
      UNION ALL ${part(
        'cohort',
        `json_build_object('booked', count(*), 'won', count(*) FILTER (WHERE q."won"))`,
        `SELECT ${grouped('p."firstBookedAt"')}, p."won" FROM "person" p ${where([inPeriods('p."firstBookedAt"'), ...ofLead])}`,
      )}
      UNION ALL ${part(
        'forms',
        `json_build_object('sent', count(*))`,
        `SELECT ${grouped('a."createdAt"')} FROM (
          SELECT DISTINCT a."contactId", a."eventId", a."createdAt" FROM "InviteeAnswer" a
          WHERE a."workspaceId" = $1 AND ${inPeriods('a."createdAt"')}) a
        ${byContact ? `JOIN ${whose('a')}` : ''} ${where(ofLead)}`,
      )}
      UNION ALL ${part(
        'calls',
        `json_build_object('bands', json_build_array(${bandCounts.join(', ')}))`,
        `SELECT ${grouped('c."dateTime"', 'c')}, c."dateTime" - c."createdAt" AS "ahead", ${set('held')} AS "held", ${set('noShow')} AS "noShow"
        FROM "EventCall" c ${byContact ? `LEFT JOIN ${whose('c')}` : ''}
        ${where([calls(inPeriods('c."dateTime"')), ...ofCall])}`,
      )})
    SELECT h."nonce", g."what" IS NOT NULL AS "found", g."what",
      CASE WHEN g."isPrevious" THEN 'previous' WHEN g."isTotal" THEN 'total' ELSE 'group' END AS "part",
      g."key", ${labelOfKey(groupBy)} AS "label", g."counts"
    FROM (SELECT ${values.nonce()}) h
    LEFT JOIN "counted" g ON g."isTotal" OR NOT g."isPrevious" AND ${groupBy === 'none' ? 'false' : 'true'}`;
  const rows = await db.run<LeadRow & { readonly found: boolean; readonly nonce: number }>(
    dynamicStatement('reports.leads', text, { isCommon: false, cost: 'grows' }),
    values.list,
  );
  return rows.filter(({ found }) => found).map(({ found, nonce, ...row }) => row);
}

function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}
