import pg from 'pg';
import { createScratchDatabase, type ScratchDatabase, sameNamed } from '../../prisma/scratch-database.ts';
import { distribute } from '../../src/db/citus/distribute.ts';
import { migrate } from '../../src/db/migrate.ts';
import { migrationsDirectory } from '../../src/db/open.ts';
import { SessionPool } from '../../src/db/session-pool.ts';

/** A migrated and distributed database without rows over these nodes; the first is the coordinator. */
export async function distributedDatabase(nodes: readonly string[]): Promise<ScratchDatabase> {
  const scratch = await undistributedDatabase(nodes);
  try {
    await spread(scratch.url);
    return scratch;
  } catch (error) {
    await scratch.drop();
    throw error;
  }
}

const migrated = (coordinator: string) =>
  migrate({ connectionString: coordinator }, { directory: migrationsDirectory });

/** The same before it is distributed: all tables are on the coordinator. */
export async function undistributedDatabase(
  nodes: readonly string[],
  makeTables: (coordinator: string) => Promise<unknown> = migrated,
): Promise<ScratchDatabase> {
  const scratch = await createScratchDatabase(nodes);
  try {
    const [coordinator = '', ...workers] = urlsOf(scratch, nodes);
    for (const url of [coordinator, ...workers]) await runSql(url, 'CREATE EXTENSION citus');
    await runSql(coordinator, addressed('citus_set_coordinator_host', coordinator));
    for (const worker of workers) await addWorker(coordinator, worker);
    await makeTables(coordinator);
    return scratch;
  } catch (error) {
    await scratch.drop();
    throw error;
  }
}

export async function spread(connectionString: string): Promise<void> {
  const pool = new SessionPool({ connectionString });
  try {
    await distribute(pool, { shards: 8, log: () => undefined });
  } finally {
    await pool.end();
  }
}

/** Makes the database the template of others: PostgreSQL copies only one that nobody is connected to, Citus' daemon included. */
export async function closeForCopies(scratch: ScratchDatabase, nodes: readonly string[]): Promise<void> {
  const name = nameOf(scratch);
  for (const node of nodes) {
    // Citus has noted the database by its number and would make it on each new node, but a copy is another one.
    await runSql(sameNamed(name, node), `DELETE FROM pg_dist_object WHERE classid = 'pg_database'::regclass`);
    await runSql(node, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await runSql(node, `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`);
  }
}

export function nameOf({ url }: Pick<ScratchDatabase, 'url'>): string {
  return new URL(url).pathname.slice(1);
}

/** The same database on each node. */
export function urlsOf(scratch: ScratchDatabase, nodes: readonly string[]): string[] {
  return nodes.map((node) => sameNamed(nameOf(scratch), node));
}

/** One at a time in the cluster: Citus writes the roles on the new node, which all of its databases have in common. */
export async function addWorker(coordinator: string, worker: string): Promise<void> {
  const turn = new pg.Client({ connectionString: sameNamed('postgres', coordinator) });
  await turn.connect();
  try {
    await turn.query(`SELECT pg_advisory_lock(hashtext('citus_add_node'))`);
    await runSql(coordinator, addressed('citus_add_node', worker));
  } finally {
    await turn.end();
  }
}

function addressed(procedure: string, url: string): string {
  const { hostname, port } = new URL(url);
  return `SELECT ${procedure}('${hostname}', ${port || 5432})`;
}

export async function runSql(connectionString: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
