import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { createClient } from '@redis/client';
import pg from 'pg';
import type { WindowStore } from '#src/access/rate-limit/window-store.ts';
import type { RateDecision } from '#src/domain/errors.ts';
import { pause } from '../support/waiting.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

const redisUrl = new URL(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379');
export const REDIS: Address = { host: redisUrl.hostname, port: Number(redisUrl.port || 6379) };
/** Nothing listens there. */
export const CLOSED: Address = { host: '127.0.0.1', port: 1 };

export const redisIsReached = await listens(REDIS);
/** For the name of a describe block, so that a skipped run states the reason. */
export const unlessRedis = redisIsReached ? '' : ` (skipped: nothing listens on ${REDIS.host}:${REDIS.port})`;

export const uniqueKey = (): string => `test-${randomUUID()}:eventCalls`;

/** A log that fails the test: for limiters whose store is expected to answer. */
export const noFallback = {
  log: (message: string, error: unknown) => {
    throw new Error(message, { cause: error });
  },
};

function listens({ host, port }: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial(port, host);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

export async function redisClient(at: Address = REDIS) {
  const client = createClient({ socket: { ...at, reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect().catch(() => undefined);
  return client;
}

export function postgresPool(connectionString: string): pg.Pool {
  return new pg.Pool({ connectionString, max: 10 }).on('error', () => undefined);
}

/** The same database at another address than its server's socket. */
export function databaseAt(databaseUrl: string, { host, port }: Address): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.host = `${host}:${port}`;
  return url.href;
}

/** The path of the socket on which the server of this database listens. */
export function socketOf(databaseUrl: string): string {
  const { searchParams, port } = new URL(databaseUrl);
  return `${searchParams.get('host')}/.s.PGSQL.${port || 5432}`;
}

/** A proxy to an address or to a socket's path. Stalled, it carries nothing, as a network that loses packets does. */
export async function stallingProxy(to: Address | string) {
  const sockets: Socket[] = [];
  let stalled = false;
  const server = createServer((socket) => {
    if (stalled) return sockets.push(socket.on('error', () => undefined));
    const upstream = typeof to === 'string' ? dial(to) : dial(to);
    for (const end of [socket, upstream]) end.on('error', () => undefined);
    socket.pipe(upstream).pipe(socket);
    return sockets.push(socket, upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at: Address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  return {
    at,
    stall: () => {
      stalled = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** For new connections only: those that stalled stay so. */
    heal: () => {
      stalled = false;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** On a busy machine a store may time out, or a burst may outlast its window. A wrong count is never retried. */
export const retryWhenBusy = { count: 10, condition: /store does not answer|machine is too busy/ };

/** Sends `calls` at once, spread over the limiters. Repeats on a new key if the machine was too busy for one window. */
export async function burst(limiters: WindowStore[], calls: number, points: number): Promise<RateDecision[]> {
  return withinOneWindow(async () => {
    const key = uniqueKey();
    const over = (i: number) => limiters[i % limiters.length];
    return Promise.all(Array.from({ length: calls }, (_, i) => over(i)?.consume(key, points))).then(present);
  });
}

export async function withinOneWindow<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 20; tries++) {
    const startedAt = performance.now();
    const isLate = () => performance.now() - startedAt >= 950;
    // A store that answers too late is not asked for a second.
    const result = await attempt().catch((error: unknown) => (isLate() ? pause(1_100) : Promise.reject(error)));
    if (!isLate()) return result as T;
  }
  throw new Error('The machine is too busy: no attempt ended within one window.');
}

export const passed = (decisions: RateDecision[]): number => decisions.filter(({ allowed }) => allowed).length;

function present(decisions: (RateDecision | undefined)[]): RateDecision[] {
  return decisions.filter((decision) => decision !== undefined);
}
