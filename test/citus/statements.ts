import pg from 'pg';

interface SentStatement {
  readonly text: string;
  readonly values: unknown[];
  /** What it was sent for. */
  readonly by: Set<string>;
}

/** The statements that the connections of this process send while `purpose` names one, each text once. */
export class SentStatements {
  readonly #byText = new Map<string, SentStatement>();
  readonly #query = pg.Client.prototype.query;

  constructor(purpose: () => string | undefined) {
    const keep = (args: unknown[]) => this.#keep(purpose(), args);
    const query = this.#query as (...args: unknown[]) => unknown;
    pg.Client.prototype.query = function observed(this: pg.Client, ...args: unknown[]) {
      keep(args);
      return query.apply(this, args);
    } as typeof pg.Client.prototype.query;
  }

  stop(): SentStatement[] {
    pg.Client.prototype.query = this.#query;
    return [...this.#byText.values()];
  }

  #keep(purpose: string | undefined, [config, values]: unknown[]): void {
    if (purpose === undefined) return;
    const given = typeof config === 'string' ? { text: config, values } : (config as Partial<pg.QueryConfig>);
    const { text = '' } = given;
    // The uses of credentials are written in the background, whichever request runs meanwhile.
    if (!/^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text) || text.includes('AS used (')) return;
    const statement = this.#byText.get(text) ?? {
      text,
      values: [...((given.values ?? []) as unknown[])],
      by: new Set(),
    };
    this.#byText.set(text, statement);
    statement.by.add(purpose);
  }
}

/**
 * Where Citus runs a statement. One task is one statement on one node; rows that the coordinator computes first and then
 * sends to their shard are another way to reach one workspace.
 */
export async function placeOf(client: pg.ClientBase, { text, values }: SentStatement): Promise<string> {
  await client.query('BEGIN');
  try {
    const explained = `EXPLAIN (COSTS OFF) ${withLiterals(text, values)}`;
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(explained);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    if (plan.includes('Distributed Subplan')) return 'several steps';
    if (plan.includes('Citus INSERT ... SELECT')) return 'rows of the coordinator';
    const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
    const count = tasks.reduce((sum, each) => sum + each, 0);
    return count <= 1 ? 'one task' : 'several shards';
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Citus runs an INSERT … SELECT with parameters, but explains it only without. */
function withLiterals(text: string, values: readonly unknown[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1]));
}

function literal(value: unknown): string {
  return value === null || value === undefined ? 'NULL' : pg.escapeLiteral(textOf(value));
}

function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value))
    return `{${value.map((item) => (item === null ? 'NULL' : JSON.stringify(textOf(item)))).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
