import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../bench/environment/server-process.ts';
import { pause } from '../support/waiting.ts';

const example = path.join(import.meta.dirname, '../../deploy/pgbouncer.ini');
const program = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer';

/** PgBouncer refuses to run as root. In a namespace root keeps its files under another name, as the embedded PostgreSQL does. */
const prefix = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--map-group=65534'] : [];

/** Why the tests of this folder cannot run here; undefined where they can. */
export const missing = reasonMissing();

function reasonMissing(): string | undefined {
  try {
    const [file = '', ...args] = [...prefix, program, '--version'];
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(file, args, { encoding: 'utf8' })) ?? [];
    if (Number(major) > 1 || Number(minor) >= 21) return undefined;
  } catch {
    // Not there, or not to be started by this user.
  }
  return `no PgBouncer of 1.21 or later: build one with .ci/install-pgbouncer, and set PGBOUNCER to its path`;
}

export interface PgBouncer {
  /** The database's URL through PgBouncer. */
  readonly url: string;
  /** Ends it at once, with all connections through it. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Rows of its console, such as those of `SHOW POOLS`. */
  show(what: string): Promise<Record<string, string>[]>;
  close(): Promise<void>;
}

interface PgBouncerOptions {
  /** Sessions to PostgreSQL. */
  readonly poolSize: number;
  /** Further values of the example that differ. */
  readonly settings?: Readonly<Record<string, string>>;
}

const password = 'a password, for PgBouncer';

/** A real PgBouncer with the settings of deploy/pgbouncer.ini, at other addresses and paths, in front of a real PostgreSQL. */
export async function startPgBouncer(
  databaseUrl: string,
  { poolSize, settings = {} }: PgBouncerOptions,
): Promise<PgBouncer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slotline-pgbouncer-'));
  const { host, port, user, database } = new pg.Client({ connectionString: databaseUrl });
  const listenPort = await freePort();
  const users = path.join(folder, 'userlist.txt');
  const ini = path.join(folder, 'pgbouncer.ini');
  await writeFile(users, `"slotline" "${password}"\n`);
  const changes = {
    slotline: `host=${host} port=${port} dbname=${database} user=${user} ${await connectQuery()}`,
    ...{ listen_port: listenPort, auth_file: users, default_pool_size: poolSize, ...settings },
  };
  await writeFile(ini, `${withValues(await readFile(example, 'utf8'), changes)}\nadmin_users = slotline\n`);
  const urlOf = (name: string) => `postgres://slotline:${encodeURIComponent(password)}@127.0.0.1:${listenPort}/${name}`;
  let child: ChildProcess | undefined;
  const pgbouncer: PgBouncer = {
    url: urlOf('slotline'),
    async start() {
      const [file = '', ...args] = [...prefix, program, '--quiet', ini];
      child = spawn(file, args, { stdio: 'ignore' });
      await untilListening(child, listenPort);
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async show(what) {
      const client = new pg.Client({ connectionString: urlOf('pgbouncer') });
      await client.connect();
      // The console knows only simple queries, which the driver uses where there are no values.
      return client.query(`SHOW ${what}`).then(
        ({ rows }) => client.end().then(() => rows),
        (error: unknown) => client.end().then(() => Promise.reject(error)),
      );
    },
    async close() {
      await pgbouncer.kill();
      await rm(folder, { recursive: true });
    },
  };
  await pgbouncer.start();
  return pgbouncer;
}

/** The same lines with other values. PgBouncer has no variables, and an included section would reset one of the same name. */
function withValues(text: string, values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values).reduce((changed, [name, value]) => {
    const line = new RegExp(`^${name} = .*$`, 'm');
    if (!line.test(changed)) throw new Error(`${example} has no line of ${name}.`);
    return changed.replace(line, () => `${name} = ${value}`);
  }, text);
}

async function connectQuery(): Promise<string> {
  const [found] = /connect_query='[^\n]*'/.exec(await readFile(example, 'utf8')) ?? [];
  if (found === undefined) throw new Error(`${example} has no connect_query.`);
  return found;
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode}.`);
    const socket = dial(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await pause(25);
  }
  throw new Error('PgBouncer does not listen.');
}
