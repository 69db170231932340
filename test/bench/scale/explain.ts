import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Database } from '../../../src/db/database.ts';
import { SearchCache } from '../../../src/db/search-cache.ts';
import type { Statement, StatementRunner } from '../../../src/db/statement.ts';
import { pipelinedSessionOptions, sessionOptions } from '../../../src/db/types.ts';
import { eventCallListInput } from '../../../src/domain/event-calls/event-call.ts';
import { queryReader } from '../../../src/rest/wire/read-input.ts';
import { listEventCalls } from '../../../src/services/event-calls.ts';
import { callerContext } from '../environment/caller-context.ts';
import type { Filter } from './filters.ts';

const directory = path.join(import.meta.dirname, '../explain');

interface Sent {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  /** Session options: those of pipelined connections force a generic plan. */
  readonly options: string;
}

/** Writes PostgreSQL's plan for the statement of a filter to a file. Returns the file's name. */
export async function explainFilter({ name, queries }: Filter, url: string, workspaceId: number): Promise<string> {
  const { statement, values, options } = await sentFor(queries[0] ?? '', workspaceId);
  const client = new pg.Client({ connectionString: url, application_name: 'slotline bench', options });
  await client.connect();
  try {
    const plan = await explain(client, statement.text, values);
    await mkdir(directory, { recursive: true });
    const file = path.join(directory, `${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`);
    const head = `${name}: GET /v1/eventCalls?${queries[0]}\n${statement.name} with ${options}`;
    await writeFile(file, `${head}\n\n${statement.text}\n\n${JSON.stringify(values).slice(0, 1000)}\n\n${plan}\n`);
    return file;
  } finally {
    await client.end();
  }
}

/** Prepares the statement as the server does, so that the plan is generic where the server's is. */
async function explain(client: pg.Client, text: string, values: readonly unknown[]): Promise<string> {
  await client.query(`PREPARE explained AS ${text}`);
  const parameters = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, BUFFERS) EXECUTE explained${parameters}`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  return pg.escapeLiteral(
    Array.isArray(value) ? `{${value.map((item) => JSON.stringify(item)).join(',')}}` : String(value),
  );
}

/** Runs the use case over a database that only records the statement. */
async function sentFor(query: string, workspaceId: number): Promise<Sent> {
  const sent: Sent[] = [];
  const recording = (options: string): StatementRunner => ({
    async run(statement, values) {
      sent.push({ statement, values: [...values, 0], options });
      return [];
    },
  });
  const searches = new SearchCache();
  const db = {
    pipelined: recording(pipelinedSessionOptions),
    pooled: recording(sessionOptions),
    searches,
  } as unknown as Database;
  const { values } = queryReader(eventCallListInput)(query);
  const clock = { now: () => new Date() };
  await listEventCalls(callerContext({ db, clock }, { workspaceId, userId: 0 }), eventCallListInput.parse(values));
  const [first] = sent;
  if (!first) throw new Error(`No statement was sent for ${query}`);
  return first;
}
