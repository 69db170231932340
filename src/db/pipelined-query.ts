import pg from 'pg';
import { isoTypes } from './types.ts';

/** A column, with the parser of its type. */
interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** The columns of the statements that a session has prepared, by the statement names of the callers. */
export type KnownColumns = Map<string, readonly Column[]>;

interface Execution<Row> {
  /** The last value of the statement. The first column of each row returns it. */
  readonly nonce: number;
  readonly known: KnownColumns;
  /** Receives undefined if a row belongs to another query. */
  readonly resolve: (rows: Row[] | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** The parts of the driver that its types omit. */
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
 * A query of the driver with less work for each execution of a prepared statement: PostgreSQL describes the columns once in a
 * session, and the result contains only rows.
 */
export class PipelinedQuery<Row extends object> extends pg.Query {
  /** The driver reads these. A client may prepare the statement with another name and text. */
  name: string | undefined;
  text: string;
  values: unknown[];
  callback: (error: Error | null) => void;

  readonly #known: KnownColumns;
  /** Stays the same if a client prepares the statement under another name. */
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

  /** Sends the messages of the extended query protocol, which the driver writes together. */
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

  /** The first column proves that the row belongs to this query. The columns of another query would be misread. */
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
