import { createScratchDatabase } from '../../../prisma/scratch-database.ts';
import { type BenchDatabase, databaseAt } from '../environment/database.ts';
import type { Options } from '../options.ts';
import { table } from '../table.ts';
import { type RowKind, rowKinds } from './rows.ts';

const rowCounts = { usual: 1_000_000, quick: 100_000 };
/** The rows of all of them arrive mixed, as in an installation with many workspaces. */
const workspaces = 100;
const batch = 100_000;

/** Bytes of one row. */
export interface RowBytes {
  readonly table: string;
  readonly heap: number;
  readonly indexes: number;
}

/** How many bytes a row of each growing table takes on disk, with its part of the indexes, among a million rows; with --quick, among a hundred thousand. */
export async function measureRowBytes(database: BenchDatabase, options: Options, stack: AsyncDisposableStack) {
  const rows = options.quick ? rowCounts.quick : rowCounts.usual;
  const scratch = await createScratchDatabase(database.url);
  const { client } = stack.use(await databaseAt(scratch.url, scratch.drop));
  // The rows refer to none of other tables, so that each table is measured alone.
  await client.query(`SET session_replication_role = replica`);
  await client.query(`SET synchronous_commit = off; SET gin_pending_list_limit = '64MB'`);
  const sizes: RowBytes[] = [];
  for (const kind of rowKinds) {
    for (let first = 0; first < rows; first += batch) await insert(client, kind, first);
    await client.query(`VACUUM (ANALYZE) "${kind.table}"`);
    const size = await sizeOf(client, kind.table, rows);
    sizes.push(size);
    console.error(`  ${kind.table}: ${size.heap.toFixed(0)} + ${size.indexes.toFixed(0)}`);
    await client.query(`TRUNCATE "${kind.table}" CASCADE`);
  }
  console.error(reportOf(sizes, rows));
  return { name: 'capacity', rows, workspaces, sizes };
}

async function insert(client: BenchDatabase['client'], { table, columns }: RowKind, first: number): Promise<void> {
  const names = Object.keys(columns).map((name) => `"${name}"`);
  await client.query(
    `INSERT INTO "${table}" ("workspaceId", ${names.join(', ')})
     SELECT w, ${Object.values(columns).join(', ')}
     FROM generate_series(${first}, ${first + batch - 1}) n, LATERAL (SELECT 1 + n % ${workspaces}, n / ${workspaces}) place(w, m)`,
  );
}

async function sizeOf(client: BenchDatabase['client'], table: string, rows: number): Promise<RowBytes> {
  const { rows: found } = await client.query<{ heap: string; indexes: string; count: string }>(
    `SELECT pg_table_size(c) AS "heap", pg_indexes_size(c) AS "indexes", (SELECT count(*) FROM "${table}") AS "count"
     FROM (SELECT '"${table}"'::regclass) t(c)`,
  );
  const [size] = found;
  if (Number(size?.count) !== rows) throw new Error(`"${table}" has ${size?.count} rows instead of ${rows}.`);
  return { table, heap: Number(size?.heap) / rows, indexes: Number(size?.indexes) / rows };
}

function reportOf(sizes: readonly RowBytes[], rows: number): string {
  const lines = sizes.map(({ table: name, heap, indexes }) => [
    name,
    ...[heap, indexes, heap + indexes].map((bytes) => bytes.toFixed(0)),
  ]);
  const title = `capacity: bytes of a row, of ${rows.toLocaleString('en')} in ${workspaces} workspaces`;
  return `\n${title}\n${table([['', 'table', 'indexes', 'both'], ...lines])}\n`;
}
