import pg from 'pg';
import { createScratchDatabase, type ScratchDatabase, sameNamed } from '../../../prisma/scratch-database.ts';
import { citusCluster, hasCitus } from '../../support/citus-cluster.ts';
import { distributedDatabase } from '../../support/citus-databases.ts';
import { type BenchDatabase, databaseAt } from '../environment/database.ts';
import { postmasterOf } from '../environment/postgres-cpu.ts';

/** A database of the bench, and the process ids of the PostgreSQLs that work for it. */
export interface Side {
  readonly name: string;
  readonly database: BenchDatabase;
  readonly postmasters: readonly number[];
  /** The URL of the database on each of its nodes; the first is the coordinator. */
  readonly nodes: readonly string[];
}

export interface BothSides {
  /** A database of the same PostgreSQL as the coordinator, without the extension. */
  readonly plain: Side;
  /** A coordinator and two workers. */
  readonly citus: Side;
}

export const leftOut =
  'left out: no Citus. Set TEST_CITUS_URL to a coordinator on this machine, or CITUS_BUILD to the folder of its build.';

/** Both databases, migrated and without rows; dropped at the end. Undefined where there is no Citus. */
export async function bothSides(stack: AsyncDisposableStack): Promise<BothSides | undefined> {
  if (!hasCitus) return undefined;
  const cluster = stack.adopt(await citusCluster(), ({ stop }) => stop());
  const nodes = [cluster.coordinator, ...cluster.workers.slice(0, 2)];
  const open = async (name: string, scratch: ScratchDatabase, on: readonly string[]): Promise<Side> => {
    const database = stack.use(await databaseAt(scratch.url, scratch.drop));
    const postmasters = await Promise.all(on.map((url) => withClient(url, postmasterOf)));
    const { pathname } = new URL(scratch.url);
    return { name, database, postmasters, nodes: on.map((url) => sameNamed(pathname.slice(1), url)) };
  };
  return {
    plain: await open('plain', await createScratchDatabase(cluster.coordinator), nodes.slice(0, 1)),
    citus: await open('Citus 1+2', await distributedDatabase(nodes), nodes),
  };
}

export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
