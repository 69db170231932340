import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DistributedRunner } from '#src/db/citus/distributed-runner.ts';
import { WorkspaceRoutes } from '#src/db/citus/workspace-routes.ts';
import { connectionTo } from '#src/db/connection.ts';
import { Pipeline } from '#src/db/pipeline.ts';
import { SessionPool } from '#src/db/session-pool.ts';
import { nonceStatement } from '#src/db/statement.ts';
import { type OutageProxy, outageProxy } from '../../support/outage-proxy.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../../support/scratch-database.ts';
import { pause } from '../../support/waiting.ts';

// Two databases of a plain PostgreSQL are the coordinator and a worker; the first has the catalog that Citus has.

const catalog = `
  CREATE TABLE "pg_dist_placement" ("shardid" int, "groupid" int);
  CREATE TABLE "pg_dist_node" ("groupid" int, "nodename" text, "nodeport" int, "noderole" text,
    "isactive" boolean, "hasmetadata" boolean, "metadatasynced" boolean);
  CREATE FUNCTION get_shard_id_for_distribution_column("table" text, "value" int) RETURNS int
    LANGUAGE sql AS 'SELECT "value"';
  INSERT INTO "pg_dist_placement" VALUES (7, 1), (8, 2);`;

const tables = (node: string) => `CREATE TABLE "Note" ("workspaceId" int, "node" text);
  INSERT INTO "Note" VALUES (7, '${node}'), (8, '${node}'), (9, '${node}')`;

const whereRead = nonceStatement(
  'test.node',
  'SELECT $2::int AS "nonce", n."node" FROM "Note" n WHERE n."workspaceId" = $1',
);
const anywhere = nonceStatement('test.anywhere', `SELECT $1::int AS "nonce", min(n."node") AS "node" FROM "Note" n`);

let coordinator: ConnectedScratchDatabase;
let worker: ConnectedScratchDatabase;
let proxy: OutageProxy;
let pool: pg.Pool;
let runner: DistributedRunner;

beforeEach(async () => {
  [coordinator, worker] = await Promise.all([scratchDatabase(), scratchDatabase()]);
  proxy = await outageProxy(worker.url);
  const { hostname, port } = new URL(proxy.url);
  await coordinator.client.query(catalog);
  await coordinator.client.query(`INSERT INTO "pg_dist_node" VALUES
    (1, '${hostname}', ${port}, 'primary', true, true, true), (2, '${hostname}', ${port}, 'primary', true, true, false)`);
  await coordinator.client.query(tables('coordinator'));
  await worker.client.query(tables('worker'));
  pool = new SessionPool({ connectionString: coordinator.url });
  runner = new DistributedRunner({
    coordinator: new Pipeline({ connectionString: coordinator.url }, 1),
    routes: new WorkspaceRoutes(pool),
    // The databases of a cluster have one name; here they lie in one PostgreSQL.
    connect: (node) =>
      new Pipeline({ ...connectionTo(node, { connectionString: worker.url }), statement_timeout: 2_000 }, 1),
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await runner.close();
  await pool.end();
  await proxy.close();
  await Promise.all([coordinator.drop(), worker.drop()]);
});

async function read(workspaceId: number): Promise<string | undefined> {
  const [row] = await runner.run<{ node: string }>(whereRead, [workspaceId]);
  return row?.node;
}

const readsFrom = (workspaceId: number, node: string) =>
  vi.waitFor(async () => expect(await read(workspaceId)).toBe(node), { timeout: 60_000 });

test('a workspace is read from the coordinator until its node is known, and then from its node', async () => {
  expect(await read(7)).toBe('coordinator');
  await readsFrom(7, 'worker');
  const [row] = await runner.run<{ node: string }>(anywhere, []);
  expect(row?.node).toBe('coordinator');
});

test('a workspace whose node lacks the catalog, or is unknown, is read from the coordinator', async () => {
  await read(7);
  await readsFrom(7, 'worker');
  for (const workspaceId of [8, 9]) {
    await read(workspaceId);
    await pause(300);
    expect(await read(workspaceId)).toBe('coordinator');
  }
});

test('the nodes of many workspaces that come at once are asked for together', async () => {
  const routes = new WorkspaceRoutes(pool);
  const asked = vi.spyOn(pool, 'query');
  for (const _ of [1, 2]) for (let workspaceId = 1; workspaceId <= 1000; workspaceId++) routes.workerOf(workspaceId);
  await vi.waitFor(() => expect(routes.workerOf(7)).toBeDefined(), { timeout: 60_000 });
  expect(routes.workerOf(1000)).toBeUndefined();
  expect(asked).toHaveBeenCalledTimes(2);
});

test('the coordinator answers while the node cannot be reached, and the node again after that', async () => {
  await read(7);
  await readsFrom(7, 'worker');
  await proxy.goAway('refuses');
  for (let time = 1; time <= 5; time++) expect(await read(7)).toBe('coordinator');
  await proxy.comeBack();
  expect(await read(7)).toBe('coordinator');
  const start = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => start + 11_000);
  await readsFrom(7, 'worker');
});

test('a workspace that was moved is read from its new node within a minute', async () => {
  await read(7);
  await readsFrom(7, 'worker');
  await coordinator.client.query('UPDATE "pg_dist_placement" SET "groupid" = 2 WHERE "shardid" = 7');
  expect(await read(7)).toBe('worker');
  const start = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => start + 61_000);
  await readsFrom(7, 'coordinator');
});

test('a node that left the database is not asked by a route of long ago', async () => {
  await read(7);
  await readsFrom(7, 'worker');
  await coordinator.client.query('DELETE FROM "pg_dist_node" WHERE "groupid" = 1');
  await worker.client.query('DROP TABLE "Note"');
  const start = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => start + 61_000);
  for (let time = 1; time <= 3; time++) expect(await read(7)).toBe('coordinator');
});

test('an error of the statement is not repeated', async () => {
  await read(7);
  await readsFrom(7, 'worker');
  await worker.client.query('DROP TABLE "Note"');
  await expect(read(7)).rejects.toMatchObject({ code: '42P01' });
});

const slowRead = nonceStatement(
  'test.slow',
  `SELECT $2::int AS "nonce", n."node", CASE "node" WHEN 'worker' THEN pg_sleep(5)::text END AS "rest"
   FROM "Note" n WHERE n."workspaceId" = $1`,
);

test('a statement that took too long is not repeated, and says nothing about its node', async () => {
  await read(7);
  await readsFrom(7, 'worker');
  await expect(runner.run(slowRead, [7])).rejects.toMatchObject({ code: '57014' });
  expect(await read(7)).toBe('worker');
});

test('a caller who has waited long for the node does not wait for the coordinator too', async () => {
  await read(7);
  await readsFrom(7, 'worker');
  const answer = runner.run(slowRead, [7]);
  const start = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => start + 6000);
  await proxy.goAway('refuses');
  await expect(answer).rejects.toThrow('Connection terminated');
  expect(await read(7)).toBe('coordinator');
});
