import path from 'node:path';
import { developmentSecretKey } from '#src/config/variables.ts';
import { type ServerProcess, startServerProcess } from '../../bench/environment/server-process.ts';
import { type Answer, bearer, send } from '../../support/app.ts';
import { expectToFit } from '../../support/fits-document.ts';

const main = path.join(import.meta.dirname, '../../../src/main.ts');

/** One of several server processes over one database. */
export interface Node {
  /** Sends JSON, and checks the response against the document. Rejects when the node is gone. */
  send(endpoint: readonly [method: string, path: string], body: unknown, options: SendOptions): Promise<Answer>;
  get(path: string, key: string): Promise<Answer>;
  stop(): Promise<void>;
  /** As `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>;
}

interface SendOptions {
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function startNode(databaseUrl: string): Promise<Node> {
  const server = await startServerProcess({
    name: 'slotline',
    script: main,
    applicationName: 'slotline',
    env: {
      ...{ DATABASE_URL: databaseUrl, SECRET_KEY: developmentSecretKey, DEMO: 'off', LOG_LEVEL: 'silent' },
      ...{ NODES: '2', RATE_LIMIT_STORE: 'postgres' },
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  const fetchChecked = async (path: string, init: RequestInit & { method: string }) => {
    const answer = await send(`${url}${path}`, init);
    expectToFit(init.method, path, answer);
    return answer;
  };
  return {
    send([method, path], body, { key, headers = {} }) {
      const all = { ...bearer(key), 'content-type': 'application/json', ...headers };
      return fetchChecked(path, { method, headers: all, body: JSON.stringify(body) });
    },
    get: (path, key) => fetchChecked(path, { method: 'GET', headers: bearer(key) }),
    stop: () => server.stop(),
    kill: () => kill(server),
  };
}

async function kill(server: ServerProcess): Promise<void> {
  process.kill(server.pid, 'SIGKILL');
  await server.stop();
}

/** Two nodes, which start at the same time. */
export function startNodes(databaseUrl: string): Promise<[Node, Node]> {
  return Promise.all([startNode(databaseUrl), startNode(databaseUrl)]);
}

/** Does all items, so many at a time, in their order. */
export async function inParallel<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const entries = items.entries();
  const lane = async () => {
    for (const [index, item] of entries) await work(item, index);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
