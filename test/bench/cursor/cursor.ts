import type { BenchDatabase } from '../environment/database.ts';
import { startServerProcess } from '../environment/server-process.ts';
import { metricsToken, ours } from '../environment/servers.ts';
import { median } from '../load/latencies.ts';
import type { Options } from '../options.ts';
import { table } from '../table.ts';
import { type CursorWorkspace, contacts, cursorWorkspace, startWriter } from './workspace.ts';

const limit = 100;
const orders = [
  'orderColumn=createdAt&orderBy=desc',
  'orderColumn=id&orderBy=asc',
  'orderColumn=updatedAt&orderBy=asc',
];

interface CursorSummary {
  readonly name: string;
  readonly pages: number;
  readonly changes: number;
  /** Rows that came more than once; only the order by updatedAt may repeat rows: those that were changed. */
  readonly repeated: number;
  /** Milliseconds. */
  readonly first: number;
  readonly early: number;
  readonly thousandth: number;
  /** SQL statements of the list that a page runs. */
  readonly statements: number;
  /** Milliseconds of page 1,000 by its number. */
  readonly byNumber: number;
}

/** Reads 100,000 contacts by cursor while another process changes a hundred a second. Throws if one is missing. */
export async function readByCursor(database: BenchDatabase, _options: Options, stack: AsyncDisposableStack) {
  const server = stack.adopt(await startServerProcess(ours(database.url)), (process) => process.stop());
  const origin = `http://127.0.0.1:${server.port}`;
  const summaries: CursorSummary[] = [];
  for (const order of orders) {
    const workspace = await cursorWorkspace(database);
    summaries.push(await readAll(database, { origin, workspace, order }));
  }
  console.error(reportOf(summaries));
  return summaries;
}

interface ListToRead {
  readonly origin: string;
  readonly workspace: CursorWorkspace;
  readonly order: string;
}

async function readAll(database: BenchDatabase, { origin, workspace, order }: ListToRead): Promise<CursorSummary> {
  const path = `${origin}/v1/contacts?limit=${limit}&${order}`;
  for (let turn = 0; turn < 20; turn++) await get(`${path}&cursor=start`, workspace.key);
  const writer = await startWriter(database, workspace);
  const before = await statementsOf(origin);
  const seen: number[] = [];
  const times: number[] = [];
  for (let cursor: string | null = 'start'; cursor !== null; ) {
    const start = performance.now();
    const page = await get(`${path}&cursor=${cursor}`, workspace.key);
    times.push(performance.now() - start);
    seen.push(...page.contacts.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  const changes = await writer.stop();
  const statements = ((await statementsOf(origin)) - before) / times.length;
  const byNumber: number[] = [];
  for (let turn = 0; turn < 20; turn++) {
    const start = performance.now();
    await get(`${path}&page=${contacts / limit - 10}`, workspace.key);
    byNumber.push(performance.now() - start);
  }
  return {
    name: order,
    pages: times.length,
    changes,
    repeated: repeated(order, seen, workspace.ids, writer.deleted),
    first: times[0] ?? Number.NaN,
    early: median(times.slice(1, 21)),
    thousandth: median(times.slice(contacts / limit - 30, contacts / limit - 10)),
    statements,
    byNumber: median(byNumber),
  };
}

/** How many rows came again. Throws for a row that is missing, and where none may come again. */
function repeated(
  order: string,
  seen: readonly number[],
  ids: readonly number[],
  deleted: ReadonlySet<number>,
): number {
  const distinct = new Set(seen);
  const missed = ids.filter((id) => !deleted.has(id) && !distinct.has(id));
  if (missed.length > 0) throw new Error(`The list by ${order} missed ${missed.length} contacts.`);
  const count = seen.length - distinct.size;
  if (count > 0 && !order.includes('updatedAt')) throw new Error(`The list by ${order} repeated ${count} contacts.`);
  return count;
}

interface Page {
  readonly contacts: readonly { readonly id: number }[];
  readonly nextCursor: string | null;
}

async function get(url: string, key: string): Promise<Page> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}: ${text}`);
  return JSON.parse(text).data;
}

async function statementsOf(origin: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${origin}/metrics`, { headers })).text();
  return Number(/^sql_statements_total\{name="contacts\.list"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

function reportOf(summaries: readonly CursorSummary[]): string {
  const head = ['', 'pages', 'changes', 'missed', 'repeated', 'statements a page'];
  const times = ['first ms', 'pages 2-21 ms', 'page 1,000 ms', 'page 1,000 by number ms'];
  const rows = summaries.map(({ name, pages, changes, repeated: again, statements, ...ms }) => [
    ...[name, String(pages), String(changes), '0', String(again), statements.toFixed(2)],
    ...[ms.first, ms.early, ms.thousandth, ms.byNumber].map((value) => value.toFixed(1)),
  ]);
  return `\ncursor: GET /v1/contacts, ${contacts} contacts, ${limit} a page, while 100 a second change\n${table([[...head, ...times], ...rows])}\n`;
}
