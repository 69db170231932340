import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import type { ClientBase } from 'pg';
import { createMetrics } from '#src/lib/metrics.ts';
import { ArrivalLimits } from '../../src/access/arrival-limits.ts';
import { createRateGate } from '../../src/access/rate-limit/gate.ts';
import { memoryWindows } from '../../src/access/rate-limit/memory.ts';
import type { Database } from '../../src/db/database.ts';
import { openOAuth } from '../../src/oauth/oauth.ts';
import { type TestApp, testSecretKey } from './app.ts';
import { oauthClientThrottle } from './login-throttle.ts';

/** A node dies before the statement reaches the database, or after the statement ran and before its result arrived. */
type Fault = 'before' | 'after';

export interface FaultyOAuth {
  readonly url: string;
  /** The statements of the last request. */
  readonly statements: string[];
  /** The next request fails at its statement of this number, from 0. */
  failAt(number: number, fault: Fault): void;
  /** The next request waits for this work before its statement of this number, from 0. */
  pauseAt(number: number, work: () => Promise<unknown>): void;
  close(): Promise<void>;
}

/** OAuth on a node of its own over the database of the app, whose connections break on request. */
export async function faultyOAuth(app: TestApp, secretKey = testSecretKey): Promise<FaultyOAuth> {
  const statements: string[] = [];
  let planned: { number: number; fault: Fault } | undefined;
  let pause: { number: number; work: () => Promise<unknown> } | undefined;
  const step = async <Result>(name: string, run: () => Promise<Result>): Promise<Result> => {
    const number = statements.push(name) - 1;
    if (pause?.number === number) await pause.work();
    if (planned?.number !== number) return run();
    if (planned.fault === 'after') await run();
    throw new Error('the connection broke');
  };
  /** The client of a transaction. */
  const faultyClient = (client: ClientBase): ClientBase => {
    const query = (config: string | { name?: string }, values?: unknown[]) =>
      step(typeof config === 'string' ? 'unnamed' : (config.name ?? 'unnamed'), () =>
        client.query(config as string, values),
      );
    return Object.create(client, { query: { value: query } });
  };
  const { db, clock, auditKeys } = app.context;
  const broken: Database = {
    ...db,
    write: (work) => db.write((client) => work(faultyClient(client))),
    run: (statement, values) => step(statement.name, () => db.run(statement, values)),
  };
  const notCalled = () => Promise.reject(new Error('not called here'));
  const { endpoints } = openOAuth({
    db: broken,
    clock,
    auditKeys,
    gate: createRateGate(memoryWindows()),
    arrivalLimits: new ArrivalLimits(),
    metrics: createMetrics(),
    baseUrl: 'http://api.test',
    appUrl: 'http://app.test',
    secretKeys: secretKey,
    clientThrottle: oauthClientThrottle(),
    addressOf: () => '127.0.0.1',
    authenticate: notCalled,
    refuse: (koa) => {
      koa.status = 500;
    },
    onError: () => undefined,
  });
  const server = createServer(new Koa().use((koa, next) => endpoints.get(koa.path)?.(koa, next)).callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statements,
    failAt(number, fault) {
      statements.length = 0;
      pause = undefined;
      planned = { number, fault };
    },
    pauseAt(number, work) {
      statements.length = 0;
      planned = undefined;
      pause = { number, work };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
