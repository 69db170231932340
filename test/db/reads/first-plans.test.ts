import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { journey } from '../../citus/journey.ts';
import { Recorder } from '../../citus/recorder.ts';
import { testApp } from '../../support/app.ts';
import { callWith, connect, ownerWithApp, refresh, revoke } from '../../support/oauth.ts';
import { migratedDatabase } from '../../support/scratch-database.ts';
import { restartSerials } from '../../support/serial.ts';
import { expectedPlans, readAcrossWorkspaces } from './first-plans.ts';

// A prepared statement keeps the plan that PostgreSQL makes before it has statistics, until a table is analysed.

/** The plan of each prepared statement, with its name: the texts of a dynamic statement share one. */
let plans: readonly (readonly [name: string, plan: PlanNode])[];
/** The columns of each index, in its order. */
let columnsOfIndexes: ReadonlyMap<string, readonly string[]>;
let tablesOfWorkspaces: ReadonlySet<string>;

beforeAll(async () => {
  const statements = await preparedStatements();
  const { url, drop } = await migratedDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const explained: [string, PlanNode][] = [];
  for (const [text, name] of statements) {
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    explained.push([name, rows[0]?.['QUERY PLAN'][0].Plan]);
  }
  const columns = await client.query<{ table: string; columns: string[] }>(
    `SELECT a.attrelid::regclass::text AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS "columns"
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 GROUP BY 1`,
  );
  await client.end();
  await drop();
  plans = explained;
  columnsOfIndexes = new Map(columns.rows.map((each) => [each.table.replaceAll('"', ''), each.columns]));
  tablesOfWorkspaces = new Set(
    [...columnsOfIndexes].flatMap(([name, all]) => (all.includes('workspaceId') ? name : [])),
  );
});

/** The texts of all statements that a server prepares during a journey through the whole contract, with their names. */
async function preparedStatements(): Promise<ReadonlyMap<string, string>> {
  restartSerials();
  const app = await testApp();
  const found = new Map<string, string>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function observed(this: pg.Client, ...args: unknown[]) {
    const { name, text } = args[0] as Partial<pg.QueryConfig>;
    if (name !== undefined && text !== undefined) found.set(text, name);
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
  try {
    await journey(new Recorder(app));
    const { session, client } = await ownerWithApp(app);
    const { refresh_token } = await connect(app, session, client);
    const { body } = await refresh(app, client, refresh_token);
    await callWith(app, body.access_token);
    await revoke(app, client, body.access_token);
    await app.graphql('{ contacts(optionIds: [1]) { count } }', session);
    expect(app.unexpected).toEqual([]);
    return found;
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
    await app.close();
  }
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  /** Of a bitmap of rows. */
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

/** A scan that reads all rows of a workspace, or of a table, says so. */
function indexesOf(node: PlanNode): string[] {
  const { 'Index Name': index, 'Relation Name': table, Plans = [] } = node;
  const own = index !== undefined ? [isLookup(node) ? index : `${index} of a workspace`] : [];
  const whole = node['Node Type'] === 'Seq Scan' ? [`all of ${table}`] : [];
  return [...own, ...whole, ...Plans.flatMap(indexesOf)];
}

/** Whether the first column of the index, the workspace apart, is looked up: a condition on a later one only filters. */
function isLookup({ 'Index Name': index = '', 'Index Cond': condition = '' }: PlanNode): boolean {
  const first = columnsOfIndexes.get(index)?.find((column) => column !== 'workspaceId');
  return first === 'expr' || new RegExp(`\\b${first}\\b`).test(condition);
}

/** Scans of rows of workspaces that name no workspace themselves. */
function unboundScans(node: PlanNode): string[] {
  const { 'Relation Name': table = '', Plans = [] } = node;
  const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ');
  const isScan = node['Node Type'] !== 'ModifyTable' && tablesOfWorkspaces.has(table);
  const isUnbound = isScan && !conditions.includes('"workspaceId"');
  return [...(isUnbound ? [table] : []), ...Plans.flatMap(unboundScans)];
}

const withoutNumber = (name: string) => name.replace(/\.\d+$/, '');

test('every prepared statement finds its rows by the right indexes before there are statistics', () => {
  // Which texts of a dynamic statement are prepared, under which number, depends on what was written before them.
  const fixed = plans.filter(([name]) => name === withoutNumber(name));
  const found = fixed.map(([name, plan]) => [name, [...new Set(indexesOf(plan))].sort()] as const);
  const lookups = found.filter(([, indexes]) => indexes.length > 0);
  expect(Object.fromEntries(lookups.sort(([one], [other]) => (one < other ? -1 : 1)))).toEqual(expectedPlans);
});

test('every scan of a prepared statement is bound to a workspace, except where a credential or a public id leads to it', () => {
  const found = new Map<string, string[]>();
  for (const [name, plan] of plans) {
    const tables = unboundScans(plan);
    if (tables.length > 0) found.set(withoutNumber(name), [...new Set(tables)].sort());
  }
  expect(Object.fromEntries(found)).toEqual(readAcrossWorkspaces);
});
