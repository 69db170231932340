import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BenchDatabase } from '../environment/database.ts';
import { startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { figureOf } from '../figure.ts';
import { Connection } from '../load/connection.ts';
import { latenciesOf } from '../load/latencies.ts';
import { inSession, wireDocument } from '../load/request.ts';
import type { CaseOptions } from '../options.ts';
import { table } from '../table.ts';
import { type PageQuery, pageQueries } from './queries.ts';
import { largeWorkspace, sessionIn } from './workspace.ts';

export const pagesCase = 'pages';

/** What each query may take, in milliseconds. */
const allowedP95 = 100;
const warmUps = 20;
const measuredRequests = 200;

/**
 * The queries of the team's pages, as they are in the repository, with the variables that the pages send, in a workspace with a
 * hundred thousand calls and contacts: one request after the other.
 */
export async function measurePages(database: BenchDatabase, options: CaseOptions, stack: AsyncDisposableStack) {
  const workspace = await largeWorkspace(database);
  const server = stack.adopt(await startServerProcess(ours(database.url)), (started) => started.stop());
  const token = await sessionIn(database, workspace);
  const connection = new Connection(server.port);
  const documents = await persistedDocuments();
  const rows: string[][] = [[`100,000 calls and contacts, ms`, 'p50', 'p95', '']];
  const p95s: number[] = [];
  for (const query of await pageQueries(database.client, workspace)) {
    const requests = query.variables.map((variables) =>
      inSession(wireDocument({ query: documentOf(documents, query), variables }), token),
    );
    await expectData(server.port, token, documentOf(documents, query), query);
    const milliseconds: number[] = [];
    const count = options.quick ? measuredRequests / 10 : measuredRequests;
    for (let turn = 0; turn < warmUps + count; turn++) {
      const start = performance.now();
      const status = await connection.request(requests[turn % requests.length] ?? '');
      if (status !== 200) throw new Error(`${query.title} returned ${status}`);
      if (turn >= warmUps) milliseconds.push(performance.now() - start);
    }
    const { p50, p95 } = latenciesOf(milliseconds);
    p95s.push(p95);
    rows.push([query.title, p50.toFixed(1), p95.toFixed(1), p95 > allowedP95 ? `OVER ${allowedP95}` : '']);
  }
  connection.close();
  console.error(`\n${table(rows)}\n`);
  return { name: pagesCase, figures: [figureOf('p95 of the slowest query, ms', 'lower', [Math.max(...p95s)])] };
}

async function persistedDocuments(): Promise<readonly string[]> {
  const file = path.join(import.meta.dirname, '../../../schema/persisted.json');
  return Object.values(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>);
}

function documentOf(documents: readonly string[], { operation }: PageQuery): string {
  const found = documents.find((text) => new RegExp(`^query ${operation}\\b`, 'm').test(text));
  if (!found) throw new Error(`There is no document ${operation}.`);
  return found;
}

/** An error would be quicker than any answer. */
async function expectData(port: number, token: string, query: string, { title, variables }: PageQuery): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: `session=${token}`, 'X-Slotline-Client': 'web' },
    body: JSON.stringify({ query, variables: variables[0] }),
  });
  const { errors } = await response.json();
  if (errors) throw new Error(`${title}: ${JSON.stringify(errors)}`);
}
