import { realpath } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { PORT } from './data-directory.ts';
import { codeOf, messageOf } from './errors.ts';
import type { HostEnvironment } from './identity.ts';

export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/**
 * The launcher's own connection. It proves that the server answers, shows how the server was started, and closes as
 * soon as the server dies, whoever its parent is.
 */
export interface Session {
  readonly connection: Connection;
  /** Identifies binaries and settings of the start; see `launchId`. */
  readonly launchId: string | null;
  readonly cluster: string;
  readonly lost: Promise<void>;
  close(): void;
}

export const OWNER = 'slotline';
const DATABASE = 'slotline';

const ANSWER_TIMEOUT_MS = 5_000;
/** After a crash a server may need minutes to replay its log. It answers that it is at work. */
const RECOVERY_TIMEOUT_MS = 180_000;
const LOG_RECOVERY_AFTER_MS = 5_000;

const INVALID_CATALOG_NAME = '3D000';
const ALREADY_THERE = ['42P04', '23505'];
/** The server is starting up, shutting down or recovering. */
const CANNOT_CONNECT_NOW = '57P03';
/** No server listens, all connections are in use, or the server went down during the query. */
const SILENT_CODES = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '53300', '57P01', '57P02'];
const SILENT_TEXTS = /terminated unexpectedly|not queryable|timeout/;

const IDENTIFY = `
  SELECT current_setting('slotline.launch', true) AS "launchId", current_setting('data_directory') AS cluster`;

/** The form that pg and Prisma both read: a socket directory can only be a parameter. */
export function urlOf({ host, port, user, database }: Connection): string {
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

interface Attempt {
  /** Whether further attempts make sense. */
  readonly isRunning: () => Promise<boolean>;
  /** How long the server may run without an answer. */
  readonly silenceMs: number;
}

/** A session with the server of this cluster, as soon as it answers; undefined if it ends or does not react. */
export async function attach(host: HostEnvironment, { isRunning, silenceMs }: Attempt): Promise<Session | undefined> {
  const start = performance.now();
  let timeoutMs = silenceMs;
  let logged = false;
  for (let elapsed = 0; elapsed < timeoutMs; elapsed = performance.now() - start) {
    const answer = await probe(host);
    if (typeof answer === 'object') return answer;
    if (answer === 'leaving' || !(await isRunning())) return undefined;
    if (answer === 'recovering') timeoutMs = RECOVERY_TIMEOUT_MS;
    if (elapsed > LOG_RECOVERY_AFTER_MS && !logged) {
      host.log('PostgreSQL is recovering', { dataDir: host.directory.root });
      logged = true;
    }
    // A recovering server writes each refusal into its log.
    await pause(elapsed < 1_000 ? 5 : 100);
  }
  return undefined;
}

async function probe({ directory }: HostEnvironment): Promise<Session | 'silent' | 'recovering' | 'leaving'> {
  try {
    const host = await realpath(directory.sockets);
    return await openSession({ host, port: PORT, user: OWNER, database: DATABASE });
  } catch (error) {
    const [code, message] = [codeOf(error), messageOf(error)];
    if (code === CANNOT_CONNECT_NOW) return message.includes('shutting down') ? 'leaving' : 'recovering';
    if (SILENT_CODES.includes(code) || SILENT_TEXTS.test(message)) return 'silent';
    throw error;
  }
}

/** Connects, and makes the database first if an earlier start was interrupted before it could. */
export async function openSession(connection: Connection): Promise<Session> {
  try {
    return await connect(connection);
  } catch (error) {
    if (codeOf(error) !== INVALID_CATALOG_NAME) throw error;
    await createDatabase(connection);
    return connect(connection);
  }
}

async function connect(connection: Connection): Promise<Session> {
  const { client, socket, lost } = await connectClient(connection);
  const close = () => {
    socket.destroy();
  };
  try {
    const { rows } = await client.query<{ launchId: string | null; cluster: string }>(IDENTIFY);
    const [answer = { launchId: null, cluster: '' }] = rows;
    // The process of a command that forgets to stop must end all the same.
    socket.unref();
    return { connection, ...answer, lost, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function createDatabase(connection: Connection): Promise<void> {
  const { client, socket } = await connectClient({ ...connection, database: 'postgres' });
  try {
    await client.query(`CREATE DATABASE ${connection.database}`);
  } catch (error) {
    // The server may still be creating it for a process that was killed.
    if (!ALREADY_THERE.includes(codeOf(error))) throw error;
  } finally {
    socket.destroy();
  }
}

/** The socket is our own, so that a hung PostgreSQL cannot block shutdown. */
async function connectClient(connection: Connection) {
  const socket = new Socket();
  const client = new pg.Client({
    ...connection,
    ssl: false,
    application_name: 'slotline launcher',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    stream: () => socket,
  });
  const lost = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  client.on('error', () => {}); // `lost` reports it.
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return { client, socket, lost };
}
