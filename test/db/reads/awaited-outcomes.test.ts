import { expect, test } from 'vitest';
import type { EventCallQuery } from '#src/db/reads/event-calls/query.ts';
import { readEventCalls } from '#src/db/reads/event-calls/read-event-calls.ts';
import { factories } from '../../support/factories.ts';
import { seeing } from '../../support/seeing-statements.ts';
import { useServices } from '../../support/service-context.ts';

const services = await useServices();
const made = factories(services.context);
const owner = await services.workspace();
const { workspaceId } = owner;
const cancelled = 3_000;
await made.writeCalls(
  workspaceId,
  `INSERT INTO "EventCall" ("workspaceId", "previewId", "eventId", "contactId", "userId", "callType", "dateTime", "endTime",
     "duration", "timeZone", "inviteeName", "inviteeEmail", "location", "inviteeKey", "status", "outcome")
   SELECT $1, 'call_' || n, $2, $3, $4, 'STRATEGY_EVENT', t, t + interval '30 minutes', 30, 'UTC', 'Nobody', NULL, 'ZOOM',
     $5::bytea, (CASE WHEN n > 9 THEN 'CANCELLED' ELSE 'SCHEDULED' END)::"CallStatus",
     (CASE WHEN n BETWEEN 7 AND 9 THEN 'WON' END)::"CallOutcome"
   FROM generate_series(1, $6::int) n, LATERAL (SELECT timestamptz '2026-01-01T00:00Z' + n * interval '1 hour') d(t)`,
  [
    ...[workspaceId, await made.event(owner), await made.contact(workspaceId), owner.userId],
    await made.inviteeKey(workspaceId, { inviteeName: 'Nobody', inviteeEmail: null, phoneNumber: null }),
    9 + cancelled,
  ],
);
await services.context.db.pool.query('VACUUM (ANALYZE) "EventCall"');

const query: EventCallQuery = {
  ...{ workspaceId, nowMs: Date.UTC(2026, 11, 1), limit: 20, offset: 0 },
  ...{ orderColumn: 'dateTime', orderBy: 'desc', eventType: 'ALL' },
};

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** How many calls the list has, and how many rows of calls it reads at each place of its plan. */
async function rowsRead(outcomes: EventCallQuery['outcomes']): Promise<{ count: number; rows: number[] }> {
  const { db } = services.context;
  const plans: Plan[] = [];
  const explaining = seeing(db, async (statement, values) => {
    const { rows } = await db.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`, [...values, 0]);
    plans.push(rows[0]['QUERY PLAN'][0].Plan);
  });
  const { count } = await readEventCalls(explaining, { ...query, outcomes });
  const rows = plans
    .flatMap(withAllBelow)
    .filter((plan) => plan['Relation Name'] === 'EventCall')
    .map((plan) => (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']);
  return { count, rows };
}

function withAllBelow(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(withAllBelow)];
}

test.each([
  ['PENDING_OUTCOME', { set: [], pending: false, overdue: true }, 6],
  ['PENDING and PENDING_OUTCOME', { set: [], pending: true, overdue: true }, 6],
  ['WON', { set: ['WON'], pending: false, overdue: false }, 3],
  ['WON and PENDING_OUTCOME', { set: ['WON'], pending: false, overdue: true }, 9],
] as const)('a list of %s reads no cancelled call', async (_, outcomes, expected) => {
  const { count, rows } = await rowsRead({ ...outcomes, set: [...outcomes.set] });
  expect(count).toBe(expected);
  expect(rows.length).toBeGreaterThan(0);
  expect(Math.max(...rows)).toBeLessThanOrEqual(expected);
});
