import type pg from 'pg';
import type { QueryConfig } from 'pg';

/** One SQL statement. `name` is for metrics and tests; `prepared`, if present, is its name as a prepared statement. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly prepared?: string;
}

/**
 * The cost of a read selects its connections (`db/lanes.ts`), so that it never waits for a costlier one:
 * - `credential`: the lookup of a credential or an app, with which every request begins.
 * - `row`: bounded, whatever the size of the workspace.
 * - `page`: a page with a `count(*)` over thousands of rows, which grows slowly with the workspace.
 * - `grows`: its cost grows with the size of the workspace.
 */
export type Cost = 'credential' | 'row' | 'page' | 'grows';

/**
 * A read that may share a connection with others in flight, because its answer identifies it: the runner appends a nonce to the
 * values, and the first column of every row returns it. There is at least one row; if nothing was found, its "found" column is
 * null.
 */
export interface PipelinedStatement extends Statement {
  readonly takesNonce: true;
  readonly cost: Cost;
  /** A column of each row that must equal one of the values, for lookups by a secret. */
  readonly echo?: Echo;
}

interface Echo {
  readonly column: string;
  /** The index of the value, from 0. */
  readonly value: number;
}

export interface StatementRunner<Accepted extends Statement = PipelinedStatement> {
  run<Row extends object>(statement: Accepted, values: unknown[]): Promise<Row[]>;
}

/** A statement with a fixed text, prepared under its own name. Its answer has no nonce, so its cost is `grows`. */
export function preparedStatement(name: string, text: string): Statement {
  return { name, text, prepared: name };
}

/** A prepared statement that returns at least one row and selects its last parameter as "nonce" itself. */
export function nonceStatement(name: string, text: string, cost: Cost = 'row'): PipelinedStatement {
  return { name, text, prepared: name, takesNonce: true, cost };
}

/** A prepared statement that may find nothing, joined to a row with the nonce. `orderBy` sorts by columns of `q`. */
export function pipelinedStatement(
  name: string,
  text: string,
  { echo, orderBy, cost }: { echo?: Echo; orderBy?: string; cost?: Cost } = {},
): PipelinedStatement {
  const parameters = [...text.matchAll(/\$(\d+)/g)].map(([, position]) => Number(position));
  const withNonce = `SELECT p."nonce", q.* FROM (SELECT $${Math.max(0, ...parameters) + 1}::int AS "nonce") p
    LEFT JOIN (SELECT true AS "found", s.* FROM (${text}) s) q ON true${orderBy === undefined ? '' : ` ORDER BY ${orderBy}`}`;
  return { ...nonceStatement(name, withNonce, cost), echo };
}

/** A connection keeps the text and the plan of each prepared statement in memory. */
const maxTextsPerName = 100;
const commonTexts = new Map<string, Map<string, PipelinedStatement>>();

/** Page sizes that clients commonly use. The text of a list contains its limit. */
const commonLimits: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

export function isCommonLimit(limit: number): boolean {
  return commonLimits.has(limit);
}

/**
 * A statement whose text depends on the query and selects its last parameter as "nonce". Preparing pays off only for texts that
 * recur: for each name, the first 100 common texts are prepared.
 */
export function dynamicStatement(
  name: string,
  text: string,
  { isCommon, cost }: { readonly isCommon: boolean; readonly cost: Cost },
): PipelinedStatement {
  const unprepared = { name, text, takesNonce: true, cost } as const;
  if (!isCommon) return unprepared;
  const texts = commonTexts.get(name) ?? new Map<string, PipelinedStatement>();
  commonTexts.set(name, texts);
  const known = texts.get(text);
  if (known || texts.size >= maxTextsPerName) return known ?? unprepared;
  const statement = { ...unprepared, prepared: `${name}.${texts.size}` };
  texts.set(text, statement);
  return statement;
}

/** The driver's form of a statement. Without a name, PostgreSQL plans it for the actual values. */
export function queryConfig({ prepared, text }: Statement, values: unknown[]): QueryConfig {
  return prepared === undefined ? { text, values } : { name: prepared, text, values };
}

let lastNonce = Math.floor(Math.random() * 2 ** 31);

/** Returns a 32-bit number that no statement in flight has. */
export function nextNonce(): number {
  lastNonce = (lastNonce + 1) | 0;
  return lastNonce;
}

/** Returns the rows that were found, or undefined if they do not answer this statement. Their nonce was compared before. */
export function verifiedRows<Row extends object>(
  { echo }: PipelinedStatement,
  values: readonly unknown[],
  rows: Row[],
): Row[] | undefined {
  const [first] = rows as { readonly found?: unknown }[];
  if (!first) return undefined;
  if (first.found === null) return [];
  if (echo === undefined) return rows;
  const hasEcho = (row: Row) => isSameValue((row as Record<string, unknown>)[echo.column], values[echo.value]);
  return rows.every(hasEcho) ? rows : undefined;
}

function isSameValue(one: unknown, other: unknown): boolean {
  return Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : one === other;
}

/** Applies the same checks as a pipeline, so that a statement behaves the same on each runner. */
export function onClient(client: pg.Pool | pg.ClientBase): StatementRunner<Statement | PipelinedStatement> {
  return {
    async run<Row extends object>(statement: Statement | PipelinedStatement, values: unknown[]) {
      if (!('takesNonce' in statement)) {
        return (await client.query<Row & pg.QueryResultRow>(queryConfig(statement, values))).rows;
      }
      // A pool gives a connection to one statement at a time, so there is no nonce to verify.
      const { rows } = await client.query<Row & pg.QueryResultRow>(queryConfig(statement, [...values, 0]));
      const found = verifiedRows<Row>(statement, values, rows);
      if (!found) throw new Error(`PostgreSQL: the answer to "${statement.name}" is not that of its values.`);
      return found;
    },
  };
}
