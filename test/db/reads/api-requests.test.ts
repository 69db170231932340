import { expect, test } from 'vitest';
import { readApiRequests } from '#src/db/reads/api-requests.ts';
import { presentMs } from '../../support/present.ts';
import { seeing } from '../../support/seeing-statements.ts';
import { useServices } from '../../support/service-context.ts';

const services = await useServices();
const member = await services.workspace();
const workspaceId = member.workspaceId;
const other = await services.workspace();
// Of two workspaces: nearly all requests succeed; a few errors are old, and one key has few requests.
await services.context.db.pool.query(
  `INSERT INTO "ApiRequest" ("workspaceId", "time", "userId", "apiKeyId", "connectionId", "clientId", "method", "route",
     "status", "durationMs", "requestId", "represents")
   SELECT w, now() - n * interval '1 second', $2, CASE WHEN n % 10 > 0 THEN CASE WHEN n % 5000 = 1 THEN 2 ELSE 1 END END,
     CASE WHEN n % 10 = 0 THEN 'con_1' END, CASE WHEN n % 10 = 0 THEN 'ocl_1' END, 'GET',
     CASE WHEN n % 10000 = 7 THEN '/v1/deals' ELSE '/v1/contacts' END,
     CASE WHEN n % 10000 = 3 THEN 503 WHEN n % 100 = 2 THEN 429 WHEN n = 29004 THEN 403 ELSE 200 END, 5, 'r-' || n, 1
   FROM unnest(ARRAY[$1::int, $3::int]) w, generate_series(1, 30_000) n`,
  [workspaceId, member.userId, other.workspaceId],
);
await services.context.db.pool.query('ANALYZE "ApiRequest"');

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** The rows of the log that a plan looks at. */
function rowsRead({ Plans = [], ...node }: Plan): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const below = Plans.reduce((sum, plan) => sum + rowsRead(plan), 0);
  return below + (node['Relation Name'] === 'ApiRequest' ? own : 0);
}

async function read(query: Partial<Parameters<typeof readApiRequests>[1]>) {
  const { db } = services.context;
  const plans: Plan[] = [];
  const explaining = seeing(db, async (statement, values) => {
    const { rows } = await db.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`, values);
    plans.push(rows[0]['QUERY PLAN'][0].Plan);
  });
  const page = await readApiRequests(explaining, { workspaceId, limit: 20, offset: 0, ...query });
  expect(plans).toHaveLength(1);
  return { found: page.records.length, rows: rowsRead(plans[0] as Plan) };
}

test.each<[string, Parameters<typeof read>[0], number]>([
  ['everything', {}, 20],
  ['a key with most of the requests', { apiKeyId: 1 }, 20],
  ['a key with few of them', { apiKeyId: 2 }, 6],
  ['a key with none', { apiKeyId: 3 }, 0],
  ['a connection', { connectionId: 'con_1' }, 20],
  ['an app', { clientId: 'ocl_1' }, 20],
  ['errors', { statuses: ['4xx'] }, 20],
  ['the few errors of the server', { statuses: ['5xx'] }, 3],
  ['the few of a key', { apiKeyId: 1, statuses: ['5xx'] }, 3],
  ['one 403', { statuses: ['403'] }, 1],
  ['redirections, of which there are none', { statuses: ['3xx'] }, 0],
  ['a rare route', { route: '/v1/deals' }, 3],
  ['a request id', { requestId: 'r-29999' }, 1],
  ['a time long ago', { untilMs: presentMs() - 20_000_000 }, 20],
])('a page of %s reads few rows of 60,000', async (_, query, expected) => {
  const { found, rows } = await read(query);
  expect(found).toBe(expected);
  // A page and the row after it, for each class of statuses. Without the index of its own, every one of these reads more.
  expect(rows).toBeLessThanOrEqual(4 * 21);
});
