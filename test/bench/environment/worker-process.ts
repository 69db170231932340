import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';

const root = path.join(import.meta.dirname, '../../..');
const program = path.join(root, 'src/cli/main.ts');
const cache = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/slotline-test') };
const startTimeoutMs = 60_000;

export interface WorkerOptions {
  readonly databaseUrl: string;
  readonly secretKey: string;
  /** Further variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface WorkerProcess extends Pick<ServerProcess, 'name' | 'pid' | 'applicationName'> {
  /** As SIGTERM; resolves to the exit code when the process is gone. */
  stop(): Promise<number | null>;
  /** As `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>;
}

/** Starts `cli worker`. Resolves when it works. While the database is away, it is started again and again. */
export async function startWorkerProcess(options: WorkerOptions): Promise<WorkerProcess> {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    const { child, output } = spawnWorker(options);
    while (child.exitCode === null && !output().includes('the worker is ready')) await pause(10);
    if (child.exitCode === null) return workerOf(child);
    if (performance.now() > deadline) throw new Error(`The worker did not start: ${output()}`);
  }
}

function spawnWorker({ databaseUrl, secretKey, env: further }: WorkerOptions) {
  const env = { PATH: process.env.PATH, ...cache, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey };
  const child = spawn(process.execPath, [program, 'worker'], {
    env: { ...env, OUTGOING_LOOPBACK: 'on', ...further },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  return { child, output: () => output };
}

function workerOf(child: ChildProcess): WorkerProcess {
  return {
    name: 'cli worker',
    pid: child.pid as number,
    applicationName: 'slotline',
    stop: () => end(child, 'SIGTERM'),
    kill: async () => void (await end(child, 'SIGKILL')),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  return child.exitCode;
}
