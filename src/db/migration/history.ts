import type pg from 'pg';
import type { AppliedMigration } from './drafts.ts';
import { hasChecksum, MigrationError, type MigrationFile } from './files.ts';
import { requireKnown } from './unknown.ts';

/** A client or a pool. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
}

/** The columns of `_prisma_migrations` that the code uses. */
export interface HistoryRow {
  migration_name: string;
  checksum: string;
  started_at: Date;
  finished_at: Date | null;
  rolled_back_at: Date | null;
  logs: string | null;
  applied_steps_count: number;
}

export interface History {
  /** Qualified by its schema, because a script may leave another search path behind. */
  table: string;
  exists: boolean;
  rows: HistoryRow[];
}

const locateTable = `
  select name as "table", to_regclass(name) is not null as "exists"
  from format('%I._prisma_migrations', current_schema()) as name`;

/** Reads the applied migrations, with two statements and no lock. */
export async function readHistory(client: Queryable): Promise<History> {
  const located = await client.query<{ table: string; exists: boolean }>(locateTable);
  const [found] = located.rows;
  if (!found?.exists) return { table: found?.table ?? '_prisma_migrations', exists: false, rows: [] };
  const { rows } = await client.query<HistoryRow>(
    `select migration_name, checksum, started_at, finished_at, rolled_back_at, logs, applied_steps_count
     from ${found.table} order by started_at, migration_name`,
  );
  return { ...found, rows };
}

/** SQL that creates the table as Prisma does, so that Prisma's own commands still work. */
export function createTable(table: string): string {
  return `create table ${table} (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;
}

/** The migration of a row, in the form that a backup uses too. */
export function identityOf(row: HistoryRow): AppliedMigration {
  return { name: row.migration_name, checksum: row.checksum };
}

export function isApplied(row: HistoryRow): boolean {
  return row.finished_at !== null && row.rolled_back_at === null;
}

/** Returns true if it began, but neither finished nor rolled back: another process is applying it, or it failed midway. */
export function isUnfinished(row: HistoryRow): boolean {
  return row.finished_at === null && row.rolled_back_at === null;
}

/** Returns the migrations still to apply. Throws if the database and the files contradict each other. */
export async function pendingFiles(files: MigrationFile[], rows: HistoryRow[]): Promise<MigrationFile[]> {
  const applied = rows.filter(isApplied);
  await requireKnown(files, applied.map(identityOf));
  refuseChanged(files, applied);
  const names = new Set(applied.map((row) => row.migration_name));
  return files.filter((file) => !names.has(file.name));
}

function refuseChanged(files: MigrationFile[], applied: HistoryRow[]): void {
  const checksums = new Map(applied.map((row) => [row.migration_name, row.checksum]));
  for (const { name, script } of files) {
    const expected = checksums.get(name);
    if (expected === undefined || hasChecksum(script, expected)) continue;
    throw new MigrationError(
      `Migration "${name}" was changed after it had been applied (its checksum differs). Restore its migration.sql ` +
        'and put the change into a new migration.',
    );
  }
}

/** Call it only under the lock: without it, another process may still be applying the migration. */
export function refuseUnfinished({ rows, table }: History): void {
  const row = rows.find(isUnfinished);
  if (!row) return;
  const name = row.migration_name;
  const where = `where migration_name = '${name.replaceAll("'", "''")}' and finished_at is null and rolled_back_at is null`;
  throw new MigrationError(
    `Migration "${name}" was begun at ${row.started_at.toISOString()} and is only half done: it stopped after ` +
      `${row.applied_steps_count} step(s), ${row.logs ? `with: ${row.logs.trim()}` : 'without leaving a reason'}\n` +
      'Look at what it left (an INVALID index, for one). When you have undone it, let it run again with\n' +
      `  update ${table} set rolled_back_at = now() ${where};\n` +
      'When you have completed it by hand, say so with\n' +
      `  update ${table} set finished_at = now() ${where};`,
  );
}
