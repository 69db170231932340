import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface ServerProcess {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** The application_name of its connections to PostgreSQL. */
  readonly applicationName: string;
  stop(): Promise<void>;
}

export interface ServerKind {
  readonly name: string;
  readonly script: string;
  readonly applicationName: string;
  readonly env: Readonly<Record<string, string>>;
  /** Command-line options of Node. */
  readonly nodeOptions?: readonly string[];
  /** Command-line options of the script. */
  readonly options?: readonly string[];
}

const repository = path.join(import.meta.dirname, '../../..');
const startTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;

/** Starts a server on a free port. Resolves when `/readyz` answers 200. */
export async function startServerProcess(kind: ServerKind): Promise<ServerProcess> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...(kind.nodeOptions ?? []), kind.script, ...(kind.options ?? [])], {
    cwd: repository,
    env: { PATH, HOME, ...kind.env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await untilReady(child, kind.name, port);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const { name, applicationName } = kind;
  return { name, port, pid: child.pid as number, applicationName, stop: () => stop(child) };
}

async function untilReady(child: ChildProcess, name: string, port: number): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server "${name}" ended with code ${child.exitCode}.`);
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(50);
  }
  throw new Error(`The server "${name}" was not ready within ${startTimeoutMs / 1000} s.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(timer);
}

/** Below the ports that systems assign by themselves: none of those goes to somebody else before the caller uses it. */
const portsToTry = { min: 10_000, max: 30_000 };

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(portsToTry.min, portsToTry.max);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
  throw new Error('There is no free port.');
}
