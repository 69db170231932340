import type pg from 'pg';
import { Prisma } from '#src/db/generated/prisma/client.ts';

type Table = Prisma.ModelName;
type RowOf<T extends Table> = Exclude<
  Prisma.TypeMap['model'][T]['operations']['createMany']['args']['data'],
  readonly unknown[]
>;

/** A row without its id and the columns that have a default. */
export type Draft<T extends Table> = Omit<RowOf<T>, 'id' | keyof Defaults>;
export type WithId<Row> = Row & { id: number };

/** The values for columns that the table has but its rows lack. */
interface Defaults {
  workspaceId: number;
  createdAt?: string;
  updatedAt?: string;
}

/** Collects rows and inserts those of each table in one statement. Needs an open transaction. */
export class RowWriter {
  readonly #client: pg.ClientBase;
  readonly #defaults: Defaults;
  #collected: [table: Table, rows: readonly object[]][] = [];

  constructor(client: pg.ClientBase, defaults: Defaults) {
    this.#client = client;
    this.#defaults = defaults;
  }

  /** Reserves an id from the sequence for each row, so that other rows can refer to it. */
  async withIds<Row>(table: Table, rows: readonly Row[]): Promise<WithId<Row>[]> {
    const { rows: reserved } = await this.#client.query<{ ids: number[] }>(
      `SELECT array(SELECT nextval('"${table}_id_seq"')::int FROM generate_series(1, $1::int)) AS "ids"`,
      [rows.length],
    );
    const ids = reserved[0]?.ids ?? [];
    return rows.map((row, index) => ({ id: ids[index] as number, ...row }));
  }

  async addWithIds<T extends Table, Row extends Draft<T>>(table: T, rows: readonly Row[]): Promise<WithId<Row>[]> {
    const added = await this.withIds(table, rows);
    this.#collected.push([table, added]);
    return added;
  }

  /** The first row determines the columns, so all rows must have the same. Properties that are not columns are ignored. */
  add<T extends Table>(table: T, rows: readonly Draft<T>[]): void {
    this.#collected.push([table, rows]);
  }

  /** Inserts the added rows, one statement per call of `add`, in that order, because foreign keys require it. */
  async write(): Promise<void> {
    const collected = this.#collected.filter(([, rows]) => rows.length > 0);
    this.#collected = [];
    for (const [table, rows] of collected) {
      const present = { ...this.#defaults, ...rows[0] };
      const columns = Object.keys(Prisma[`${table}ScalarFieldEnum`]).filter((column) => column in present);
      const names = columns.map((column) => `"${column}"`);
      await this.#client.query(
        `INSERT INTO "${table}" (${names})
         SELECT ${names} FROM json_populate_recordset(json_populate_record(NULL::"${table}", $1), $2)`,
        [JSON.stringify(this.#defaults), JSON.stringify(rows)],
      );
    }
  }

  /**
   * Gives the planner statistics about the uncommitted rows. A foreign key check reuses the plan of its first run, and a plan
   * without statistics reads the whole workspace for each row.
   */
  async analyze(...tables: Table[]): Promise<void> {
    await this.#client.query(`ANALYZE ${tables.map((table) => `"${table}"`).join(', ')}`);
  }
}
