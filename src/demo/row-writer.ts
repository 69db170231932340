import type pg from 'pg';
import type { Prisma } from '#src/db/generated/prisma/client.ts';

type Table = Prisma.ModelName;
type RowOf<T extends Table> = Exclude<
  Prisma.TypeMap['model'][T]['operations']['createMany']['args']['data'],
  readonly unknown[]
>;

/** A row before it belongs to a workspace and has an id. */
export type Draft<T extends Table> = Omit<RowOf<T>, 'id' | 'workspaceId'>;
export type Made<Row> = Row & { id: number };

/**
 * Collects rows for the tables of one workspace and inserts them in few statements, since each costs a round trip. The
 * connection has an open transaction.
 */
export class RowWriter {
  readonly workspaceId: number;
  readonly #client: pg.ClientBase;
  readonly #ids = new Map<Table, number[]>();
  #collected: [table: Table, rows: readonly object[]][] = [];

  constructor(client: pg.ClientBase, workspaceId: number) {
    this.#client = client;
    this.workspaceId = workspaceId;
  }

  /** Takes so many ids from the sequences, for `withIds`. */
  async reserve(counts: Partial<Record<Table, number>>): Promise<void> {
    const { rows } = await this.#client.query<{ table: Table; ids: number[] }>(
      `SELECT c."table", array(SELECT nextval(s."sequence")::int FROM generate_series(1, c."count")) AS "ids"
       FROM unnest($1::text[], $2::int[]) c("table", "count")
       CROSS JOIN LATERAL (SELECT pg_get_serial_sequence(quote_ident(c."table"), 'id')::regclass AS "sequence" OFFSET 0) s`,
      [Object.keys(counts), Object.values(counts)],
    );
    for (const { table, ids } of rows) this.#ids.set(table, ids);
  }

  /** Gives rows their ids before they are added, since other rows point to them. */
  withIds<Row>(table: Table, rows: readonly Row[]): Made<Row>[] {
    const ids = this.#ids.get(table)?.splice(0, rows.length) ?? [];
    if (ids.length < rows.length) throw new Error(`Too few ids were reserved for "${table}".`);
    return rows.map((row, index) => ({ id: ids[index] as number, ...row }));
  }

  addWithIds<T extends Table, Row extends Draft<T>>(table: T, rows: readonly Row[]): Made<Row>[] {
    const made = this.withIds(table, rows);
    this.add(table, made as unknown as Draft<T>[]);
    return made;
  }

  /** The first row says which columns are written, so every row has to have the same. */
  add<T extends Table>(table: T, rows: readonly Draft<T>[]): void {
    if (rows.length > 0) this.#collected.push([table, rows]);
  }

  /** Inserts all that was added in one statement: foreign keys are checked at its end, so the order does not matter. */
  async write(): Promise<void> {
    const collected = this.#collected;
    if (collected.length === 0) return;
    this.#collected = [];
    const queries = collected.map(([table, rows], index) => `"rows${index}" AS (${insertOf(table, rows, index + 2)})`);
    const values = collected.map(([, rows]) => JSON.stringify(rows));
    await this.#client.query(`WITH ${queries} SELECT $1::int`, [this.workspaceId, ...values]);
  }

  /**
   * Gives the planner statistics of the rows that are not yet committed, by their keys. The check of a foreign key keeps
   * the plan of its first run, and one made without statistics reads all of the workspace for each row.
   */
  async analyze(keys: Partial<Record<Table, string>>): Promise<void> {
    const targets = Object.entries(keys).map(([table, key]) => `"${table}" ("workspaceId", "${key}")`);
    await this.#client.query(`ANALYZE ${targets}`);
  }
}

function insertOf(table: Table, [first]: readonly object[], parameter: number): string {
  const columns = Object.keys(first as object).map((column) => `"${column}"`);
  const [names, values] =
    table === 'User'
      ? [columns, columns]
      : [
          ['"workspaceId"', ...columns],
          ['$1::int', ...columns],
        ];
  return `INSERT INTO "${table}" (${names}) SELECT ${values} FROM json_populate_recordset(NULL::"${table}", $${parameter})`;
}
