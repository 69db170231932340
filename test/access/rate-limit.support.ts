import { randomUUID } from 'node:crypto';
import { createServer, connect as dial, type Socket } from 'node:net';
import pg from 'pg';
import { createClient } from '@redis/client';
import type { RateLimiter } from '#src/access/rate-limit/limiter.ts';
import type { RateDecision } from '#src/domain/errors.ts';

export const REDIS = { host: '127.0.0.1', port: 6379 };
export const POSTGRES = { host: '127.0.0.1', port: 5432, user: 'postgres' };
/** A port on which nothing listens. */
export const CLOSED_PORT = 1;

export const RATE_LIMIT_TABLE = `
  CREATE UNLOGGED TABLE "RateLimit" (
    "key" text NOT NULL,
    "points" integer NOT NULL,
    "expire" bigint NOT NULL,
    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
  ) WITH (fillfactor = 50)`;

export const uniqueKey = (): string => `test-${randomUUID()}:eventCalls`;

/** A log that fails the test: for limiters whose store is expected to answer. */
export const noFallback = {
  log: (message: string, error: unknown) => {
    throw new Error(message, { cause: error });
  },
};

export function listens({ host, port }: { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial(port, host);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

export async function redisClient(port: number = REDIS.port) {
  const client = createClient({ socket: { host: REDIS.host, port, reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect().catch(() => undefined);
  return client;
}

export function postgresPool(database: string, port: number = POSTGRES.port): pg.Pool {
  return new pg.Pool({ ...POSTGRES, port, database, max: 10 }).on('error', () => undefined);
}

/** A database of its own with the table of the limiter, and the way to be rid of it. */
export async function scratchDatabase(): Promise<{ database: string; drop: () => Promise<void> }> {
  const database = `slotline_rate_${randomUUID().replaceAll('-', '')}`;
  await once('postgres', `CREATE DATABASE ${database}`);
  await once(database, RATE_LIMIT_TABLE);
  return { database, drop: () => once('postgres', `DROP DATABASE ${database} WITH (FORCE)`) };
}

async function once(database: string, sql: string): Promise<void> {
  const client = new pg.Client({ ...POSTGRES, database });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** A way to a port, or to a socket's path, that can be made to carry nothing for a while, as a network that loses packets does. */
export async function stallingProxy(to: number | string) {
  const sockets: Socket[] = [];
  let stalled = false;
  const server = createServer((socket) => {
    if (stalled) return sockets.push(socket.on('error', () => undefined));
    const upstream = typeof to === 'number' ? dial(to, '127.0.0.1') : dial(to);
    for (const end of [socket, upstream]) end.on('error', () => undefined);
    socket.pipe(upstream).pipe(socket);
    return sockets.push(socket, upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stall: () => {
      stalled = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** For new connections; those that were there carry nothing for ever. */
    heal: () => {
      stalled = false;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** `calls` at once, spread over the limiters; tried again on a new key when the machine was too busy to do it in one window. */
export async function burst(limiters: RateLimiter[], calls: number, points: number): Promise<RateDecision[]> {
  return withinOneWindow(async () => {
    const key = uniqueKey();
    const over = (i: number) => limiters[i % limiters.length];
    return Promise.all(Array.from({ length: calls }, (_, i) => over(i)?.consume(key, points))).then(present);
  });
}

export async function withinOneWindow<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 5; tries++) {
    const startedAt = performance.now();
    const result = await attempt();
    if (performance.now() - startedAt < 950) return result;
  }
  throw new Error('The machine is too busy: no attempt ended within one window.');
}

export const passed = (decisions: RateDecision[]): number => decisions.filter(({ allowed }) => allowed).length;

function present(decisions: (RateDecision | undefined)[]): RateDecision[] {
  return decisions.filter((decision) => decision !== undefined);
}
