import { createHook } from 'node:async_hooks';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../../src/db/embedded/launcher.ts';
import { Connection } from '../bench/load/connection.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { type PostgresMeter, postgresMeter } from '../support/postgres-meter.ts';
import { copyDataDir, dataDirParent } from '../support/prepared-data-dir.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';
import { modelRequests } from './requests.ts';
import { budgets, type Cost } from './table.ts';

const { restoreRandom } = vi.hoisted(() => {
  const { random } = Math;
  // The first nonce is random. Here all have ten digits, since the bytes of a statement depend on how long they are.
  Math.random = () => 0.9;
  return {
    restoreRandom: () => {
      Math.random = random;
    },
  };
});

/**
 * Requests that open connections, prepare statements and fill caches; then those that are measured. Each refresh has a
 * connection of its own, of which a user has ten of one app.
 */
const [warmUps, measurements] = [4, 6];

const stack = new AsyncDisposableStack();
let app: TestApp;
let meter: PostgresMeter;
let requests: Awaited<ReturnType<typeof modelRequests>>;
beforeAll(async () => {
  restoreRandom();
  const parent = await mkdtemp(path.join(await dataDirParent(), 'slotline-test-'));
  stack.defer(() => rm(parent, { recursive: true, force: true }));
  const dataDir = path.join(parent, 'data');
  await copyDataDir(inject('preparedDataDir'), dataDir);
  const postgres = stack.adopt(await startEmbeddedPostgres({ dataDir, role: 'server' }), ({ stop }) => stop());
  meter = stack.adopt(await postgresMeter(postgres.url), ({ close }) => close());
  const options = { databaseUrl: meter.url, isServing: true, limiter: roomyLimiter() };
  app = stack.adopt(await testApp(options), ({ close }) => close());
  requests = await modelRequests(app, warmUps + measurements);
});
afterAll(() => stack.disposeAsync());

test.each(Object.keys(budgets) as (keyof typeof budgets)[])(
  '%s costs at most its budget of statements, round trips, rows, bytes, timers and promises',
  async (name) => {
    const connection = new Connection(Number(new URL(app.url).port));
    try {
      const costs: Cost[] = [];
      for (let sent = 0; sent < warmUps; sent++) await costOf(connection, requests[name]());
      // What is written behind requests is written now.
      await app.context.lastUsed.flush();
      for (let sent = 0; sent < measurements; sent++) costs.push(await costOf(connection, requests[name]()));
      const cost = least(costs);
      expect(differences(cost, budgets[name]), `now\n${rowOf(name, cost)}\n`).toEqual([]);
    } finally {
      connection.close();
    }
  },
);

/** Sends a request. No promise and no timer is made for the measurement itself. */
async function costOf(connection: Connection, request: string): Promise<Cost> {
  const made = { timers: 0, promises: 0 };
  const hook = createHook({
    init(_, type) {
      if (type === 'Timeout') made.timers++;
      if (type === 'PROMISE') made.promises++;
    },
  });
  const { status, traffic } = await new Promise<{ status: number; traffic: Omit<Cost, keyof typeof made> }>(
    (resolve, reject) => {
      // In a turn of its own, after `await` has made its promises.
      setImmediate(() => {
        const traffic = meter.restart();
        hook.enable();
        const answered = (status: number) =>
          afterTurns(10, () => {
            hook.disable();
            resolve({ status, traffic });
          });
        connection.send(request, answered, reject);
      });
    },
  );
  if (status >= 300) throw new Error(`The server answered with ${status}.`);
  return { ...traffic, ...made };
}

/** What a request leaves to do after its response is counted as well. */
function afterTurns(turns: number, work: () => void): void {
  if (turns === 0) work();
  else setImmediate(() => afterTurns(turns - 1, work));
}

/** The smallest of each number: whatever else runs in the process can only add to it. */
function least(costs: readonly Cost[]): Cost {
  const of = (value: (cost: Cost) => number) => Math.min(...costs.map(value));
  const [{ statements }] = costs.toSorted((one, other) => one.statements.length - other.statements.length) as [Cost];
  return {
    statements,
    roundTrips: of(({ roundTrips }) => roundTrips),
    rows: of(({ rows }) => rows),
    bytesSent: of(({ bytesSent }) => bytesSent),
    bytesReceived: of(({ bytesReceived }) => bytesReceived),
    timers: of(({ timers }) => timers),
    promises: of(({ promises }) => promises),
  };
}

/** The numbers that are higher than the budget allows, and the statements that are others. */
function differences({ statements, ...numbers }: Cost, budget: Cost): string[] {
  const allowed = [...budget.statements];
  const added = statements.filter((name) => {
    const at = allowed.indexOf(name);
    if (at !== -1) allowed.splice(at, 1);
    return at === -1;
  });
  const higher = (Object.keys(numbers) as (keyof typeof numbers)[]).filter((name) => numbers[name] > budget[name]);
  return [
    ...added.map((name) => `another statement: ${name}`),
    ...allowed.map((name) => `a statement less: ${name}`),
    ...higher.map((name) => `${name}: ${numbers[name]} instead of ${budget[name]}`),
  ];
}

/** As it stands in the table. */
function rowOf(name: string, { statements, ...numbers }: Cost): string {
  const cells = Object.entries(numbers).map(([key, value]) => `${key}: ${value}`);
  const names = statements.map((statement) => `'${statement}'`);
  return `  '${name}': {\n    statements: [${names.join(', ')}],\n    ...{ ${cells.join(', ')} },\n  },`;
}
