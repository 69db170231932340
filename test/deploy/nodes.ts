import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { REDIS, redisIsReached } from '../access/rate-limit.support.ts';
import { freePort } from '../bench/environment/server-process.ts';
import { testSecretKey } from '../support/app.ts';
import { compileCache } from '../support/compile-cache.ts';
import { pause } from '../support/waiting.ts';

const repository = path.join(import.meta.dirname, '../..');
const startTimeoutMs = 90_000;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly ms: number;
}

/** A node as an operator runs it: a process of the server on a port that it has again after a restart. */
export class ProductionNode {
  readonly port: number;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  constructor(port: number, env: Readonly<Record<string, string>>) {
    this.port = port;
    this.#env = env;
  }

  async start(): Promise<void> {
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, ['src/main.ts'], {
      cwd: repository,
      env: { PATH, ...compileCache, ...this.#env, PORT: String(this.port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.#child = child;
    const deadline = performance.now() + startTimeoutMs;
    while (performance.now() < deadline) {
      if (child.exitCode !== null) throw new Error(`The node ended with code ${child.exitCode}.`);
      const isReady = await fetch(`http://127.0.0.1:${this.port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      await pause(50);
    }
    throw new Error(`The node was not ready within ${startTimeoutMs / 1000} s.`);
  }

  /** Sends the signal. */
  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Sends the signal and waits for the end of the process. */
  async end(signal: NodeJS.Signals): Promise<Ending> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return { code: null, signal: null, ms: 0 };
    const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    const startedAt = performance.now();
    child.kill(signal);
    const [code, endedBy] = await exited;
    return { code, signal: endedBy, ms: performance.now() - startedAt };
  }
}

/** Two nodes in production over one database. */
export async function twoProductionNodes(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<[ProductionNode, ProductionNode]> {
  const shared = {
    NODE_ENV: 'production',
    NODES: '2',
    HOST: '127.0.0.1',
    SECRET_KEY: testSecretKey,
    DATABASE_URL: databaseUrl,
    TRUSTED_PROXIES: 'loopback',
    LOG_LEVEL: 'warn',
    ...(redisIsReached ? { REDIS_URL: `redis://${REDIS.host}:${REDIS.port}` } : { RATE_LIMIT_STORE: 'postgres' }),
    ...env,
  };
  const nodes = [new ProductionNode(await freePort(), shared), new ProductionNode(await freePort(), shared)] as const;
  await Promise.all(nodes.map((node) => node.start()));
  return [...nodes];
}
