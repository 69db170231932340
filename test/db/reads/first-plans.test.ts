import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { journey } from '../../citus/journey.ts';
import { Recorder } from '../../citus/recorder.ts';
import { testApp } from '../../support/app.ts';
import { callWith, connect, ownerWithApp, refresh, revoke } from '../../support/oauth.ts';
import { migratedDatabase } from '../../support/scratch-database.ts';
import { restartSerials } from '../../support/serial.ts';
import { expectedPlans } from './first-plans.ts';

// A prepared statement keeps the plan that PostgreSQL makes before it has statistics, until a table is analysed.

/** The indexes of the plan of each prepared statement that looks something up, by its name. */
const plans = new Map<string, string[]>();

beforeAll(async () => {
  const statements = await preparedStatements();
  const { url, drop } = await migratedDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const [text, name] of statements) {
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    const found = [...new Set(indexesOf(rows[0]?.['QUERY PLAN'][0].Plan))].sort();
    if (found.length > 0) plans.set(name, found);
  }
  await client.end();
  await drop();
});

/** The texts of all statements that a server prepares while it is asked for everything, with their names. */
async function preparedStatements(): Promise<ReadonlyMap<string, string>> {
  restartSerials();
  const app = await testApp();
  const found = new Map<string, string>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function observed(this: pg.Client, ...args: unknown[]) {
    const { name, text } = args[0] as Partial<pg.QueryConfig>;
    // Which texts of a written statement are prepared, under which number, depends on what was written before them.
    if (name !== undefined && text !== undefined && !/\.\d+$/.test(name)) found.set(text, name);
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
  try {
    await journey(new Recorder(app));
    const { session, client } = await ownerWithApp(app);
    const { refresh_token } = await connect(app, session, client);
    const { body } = await refresh(app, client, refresh_token);
    await callWith(app, body.access_token);
    await revoke(app, client, body.access_token);
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
  readonly Plans?: readonly PlanNode[];
}

/** A scan that reads all rows of a workspace, or of a table, says so. */
function indexesOf(node: PlanNode): string[] {
  const { 'Index Name': index, 'Relation Name': table, 'Index Cond': condition = '', Plans = [] } = node;
  const others = condition.replaceAll(/(?:\w+\.)?"workspaceId" = (?:ANY \()?(?:\$\d+|\w+\.(?:"workspaceId"|id))/g, '');
  const own = index !== undefined ? [/\w/.test(others.replace(' AND ', '')) ? index : `${index} of a workspace`] : [];
  const whole = node['Node Type'] === 'Seq Scan' ? [`all of ${table}`] : [];
  return [...own, ...whole, ...Plans.flatMap(indexesOf)];
}

test('every prepared statement finds its rows by the right indexes before there are statistics', () => {
  expect(Object.fromEntries([...plans].sort(([one], [other]) => (one < other ? -1 : 1)))).toEqual(expectedPlans);
});
