import pg from 'pg';
import { isoTypes } from './types.ts';

/** Texts of PostgreSQL become values by the type of their column. */
interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** The columns of the statements that a session has prepared, by the names that their callers know. */
export type KnownColumns = Map<string, readonly Column[]>;

interface Execution<Row> {
  /** The last value of the statement, which the first column of each row returns. */
  readonly nonce: number;
  readonly known: KnownColumns;
  /** Receives undefined where a row belongs to another query. */
  readonly resolve: (rows: Row[] | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** The parts of the driver that its types leave out. */
export interface Sending {
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(message: { readonly name: string | undefined; readonly text: string }): void;
  bind(message: object): void;
  describe(message: { readonly type: 'P'; readonly name: string }): void;
  execute(message: { readonly portal: string }): void;
  close(message: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/**
 * A query of the driver that does less for each execution of a prepared statement: PostgreSQL describes the columns of the
 * statement once in a session, and the result is its rows alone.
 */
export class PipelinedQuery<Row extends object> extends pg.Query {
  /** The driver reads these. A client may prepare the statement in another form. */
  name: string | undefined;
  text: string;
  values: unknown[];
  callback: (error: Error | null) => void;

  readonly #known: KnownColumns;
  /** Stays where a client prepares the statement under a name of its own. */
  readonly #statement: string | undefined;
  readonly #rows: Row[] = [];
  readonly #nonce: string;
  #columns: readonly Column[] | undefined;
  #isMisrouted = false;
  #unreadable: Error | undefined;

  constructor({ name, text, values = [] }: pg.QueryConfig, { nonce, known, resolve, reject }: Execution<Row>) {
    super(text);
    this.name = name;
    this.#statement = name;
    this.text = text;
    this.values = [...values, nonce];
    this.#known = known;
    this.#nonce = String(nonce);
    this.callback = (error) => (error ? reject(error) : resolve(this.#isMisrouted ? undefined : this.#rows));
  }

  requiresPreparation(): boolean {
    return true;
  }

  /** The messages of the extended query protocol, which the driver writes together. */
  prepare(connection: Sending): void {
    const { name, text, values } = this;
    this.#columns = this.#statement === undefined ? undefined : this.#known.get(this.#statement);
    if (name === undefined || !(connection.parsedStatements[name] ?? connection.submittedNamedStatements[name])) {
      connection.parse({ name, text });
      if (name !== undefined) connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ portal: '', statement: name, values, valueMapper: prepareValue });
    if (!this.#columns) connection.describe({ type: 'P', name: '' });
    connection.execute({ portal: '' });
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: isoTypes.getTypeParser(dataTypeID, 'text') }));
    if (this.#statement !== undefined) this.#known.set(this.#statement, this.#columns);
  }

  /** The first column proves that the row belongs to this query: the columns of another would be read wrongly. */
  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (fields[0] !== this.#nonce) this.#isMisrouted = true;
    if (this.#isMisrouted || this.#unreadable) return;
    try {
      this.#rows.push(rowOf<Row>(this.#columns ?? [], fields));
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(this.#unreadable ?? null);
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

function rowOf<Row extends object>(columns: readonly Column[], fields: readonly (string | null)[]): Row {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++) {
    const { name, parse } = columns[index] as Column;
    const text = fields[index] as string | null;
    row[name] = text === null ? null : parse(text);
  }
  return row as Row;
}
