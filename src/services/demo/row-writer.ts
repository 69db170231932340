import type pg from 'pg';
import type { Prisma } from '#src/db/generated/prisma/client.ts';

/** The tables that are filled from here, with the rows as Prisma knows them. */
interface TableRows {
  User: Prisma.UserCreateManyInput;
  Membership: Prisma.MembershipCreateManyInput;
  Schedule: Prisma.ScheduleCreateManyInput;
  ScheduleDay: Prisma.ScheduleDayCreateManyInput;
  ScheduleTiming: Prisma.ScheduleTimingCreateManyInput;
  Event: Prisma.EventCreateManyInput;
  EventHost: Prisma.EventHostCreateManyInput;
  InviteeQuestion: Prisma.InviteeQuestionCreateManyInput;
  EventSecondaryQuestion: Prisma.EventSecondaryQuestionCreateManyInput;
  CustomField: Prisma.CustomFieldCreateManyInput;
  CustomFieldOption: Prisma.CustomFieldOptionCreateManyInput;
  CustomFieldAnswer: Prisma.CustomFieldAnswerCreateManyInput;
  Contact: Prisma.ContactCreateManyInput;
  EventCall: Prisma.EventCallCreateManyInput;
  Deal: Prisma.DealCreateManyInput;
  Transaction: Prisma.TransactionCreateManyInput;
}
type Table = keyof TableRows;

/** A row before it belongs to a workspace and has an id. */
export type Draft<T extends Table> = Omit<TableRows[T], 'id' | 'workspaceId'>;
export type Made<Row> = Row & { id: number };

/**
 * Gathers rows for the tables of one workspace and adds them in few statements, since each costs a round trip: all on a
 * connection with an open transaction.
 */
export class RowWriter {
  readonly workspaceId: number;
  readonly #client: pg.ClientBase;
  readonly #ids = new Map<Table, number[]>();
  #gathered: [table: Table, rows: readonly object[]][] = [];

  constructor(client: pg.ClientBase, workspaceId: number) {
    this.#client = client;
    this.workspaceId = workspaceId;
  }

  /** Draws so many ids for `withIds`. */
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
    if (rows.length > 0) this.#gathered.push([table, rows]);
  }

  /** One statement for all that was added: foreign keys are checked at its end, so the order is no matter. */
  async write(): Promise<void> {
    const gathered = this.#gathered;
    this.#gathered = [];
    const queries = gathered.map(([table, rows], index) => `"rows${index}" AS (${insertOf(table, rows, index + 2)})`);
    const values = gathered.map(([, rows]) => JSON.stringify(rows));
    await this.#client.query(`WITH ${queries} SELECT $1::int`, [this.workspaceId, ...values]);
  }

  /**
   * Tells the planner of the rows that are not yet committed, by their keys. The checks of the foreign keys on a table
   * keep the plan of their first run, and one made for an unknown table reads all of the workspace for each row.
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
