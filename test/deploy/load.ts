import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { pause } from '../support/waiting.ts';

/** Between two requests of a client, so that time is left to start nodes. */
const pauseMs = 20;

interface LoadOptions {
  readonly port: number;
  readonly key: string;
  /** Clients, each with one keep-alive connection and one request at a time. */
  readonly clients: number;
  readonly minRequests: number;
  /** The requests go on until it is done. */
  readonly meanwhile: () => Promise<void>;
}

export interface LoadReport {
  readonly requests: number;
  /** What was not answered as it is when nothing happens. */
  readonly failures: readonly string[];
  /** The e-mail addresses of the contacts that were acknowledged. */
  readonly created: ReadonlySet<string>;
}

/** Reads and writes through a load balancer. One in four requests creates a contact, with an Idempotency-Key. */
export async function loadDuring({ port, key, clients, minRequests, meanwhile }: LoadOptions): Promise<LoadReport> {
  const failures: string[] = [];
  const created = new Set<string>();
  let requests = 0;
  let isOver = false;
  const authorization = `Bearer ${key}`;

  async function read(pool: Pool, path: string): Promise<void> {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { authorization } });
    const text = await body.text();
    if (statusCode !== 200) failures.push(`GET ${path}: ${statusCode} ${text}`);
  }

  async function create(pool: Pool): Promise<void> {
    const email = `${randomUUID()}@example.com`;
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/v1/contacts',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': email },
      body: JSON.stringify({ firstName: 'Ira', email }),
    });
    const text = await body.text();
    if (statusCode === 201) created.add(email);
    else failures.push(`POST /v1/contacts: ${statusCode} ${text}`);
  }

  async function client(): Promise<void> {
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1, pipelining: 1 });
    for (let turn = 0; !isOver || requests < minRequests; turn++) {
      requests += 1;
      const sent = turn % 4 === 3 ? create(pool) : read(pool, turn % 2 ? '/v1/contacts?limit=5' : '/v1/eventCalls');
      await sent.catch((error: Error) => failures.push(`${error.name}: ${error.message}`));
      await pause(pauseMs);
    }
    await pool.close();
  }

  const all = Promise.all(Array.from({ length: clients }, client));
  await meanwhile().finally(() => {
    isOver = true;
  });
  await all;
  return { requests, failures, created };
}
