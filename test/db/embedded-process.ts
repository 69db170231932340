import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Connection } from '#src/db/embedded/session.ts';
import { compileCache } from '../support/compile-cache.ts';
import { until } from './embedded-until.ts';

const PROGRAM = fileURLToPath(new URL('./embedded-owner.ts', import.meta.url));

const owners: Owner[] = [];

export async function killOwners(): Promise<void> {
  for (const owner of owners.splice(0)) await owner.kill();
}

export interface Line {
  readonly ready?: { connection: Connection; url: string };
  readonly error?: { name: string; message: string };
  readonly id?: number;
  readonly log?: string;
  readonly interrupted?: boolean;
  readonly stopped?: boolean;
}

export interface Owner {
  readonly pid: number;
  readonly lines: Line[];
  /** The first line that has this key, as soon as it is said. */
  said<K extends keyof Line>(key: K): Promise<NonNullable<Line[K]>>;
  order(order: 'stop' | 'write'): void;
  kill(): Promise<void>;
}

export interface OwnerOptions {
  readonly dataDir: string;
  readonly role: 'server' | 'command';
  readonly namespaces?: boolean;
  /** The user that the process becomes, once it has read its modules: the checkout may be closed to that user. */
  readonly uid?: number;
  /** The PostgreSQL to run, if not the installed one. */
  readonly packageHome?: string;
}

/** Another process that starts the embedded database; in a process group of its own. */
export function spawnOwner(options: OwnerOptions): Owner {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(options)], {
    cwd: '/',
    env: { ...process.env, ...compileCache },
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const owner = describeOwner(child);
  owners.push(owner);
  return owner;
}

function describeOwner(child: ChildProcess): Owner {
  const { pid, stdin, stdout } = child;
  if (pid === undefined || !stdin || !stdout) throw new Error('the owner process could not be started');
  const lines: Line[] = [];
  createInterface({ input: stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  stdin.on('error', () => {});
  return {
    pid,
    lines,
    said: async (key) => {
      const line = await until(() => lines.find((candidate) => key in candidate || 'error' in candidate));
      const value = line[key];
      if (value === undefined || value === null) throw new Error(line.error?.message);
      return value;
    },
    order: (order) => {
      stdin.write(`${order}\n`);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
