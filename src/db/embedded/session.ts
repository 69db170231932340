import { Socket } from 'node:net';
import pg from 'pg';
import { codeOf } from './errors.ts';
import { PORT } from './settings.ts';

export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/**
 * The launcher's own connection. It proves that the server answers, tells which start it stems from, and ends as
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
export const DATABASE = 'slotline';

const ANSWER_WITHIN_MS = 5_000;

const INVALID_CATALOG_NAME = '3D000';
const ALREADY_THERE = ['42P04', '23505'];

const WHO_ARE_YOU = `
  SELECT current_setting('slotline.launch', true) AS "launchId", current_setting('data_directory') AS cluster`;

export function connectionIn(socketDirectory: string, database = DATABASE): Connection {
  return { host: socketDirectory, port: PORT, user: OWNER, database };
}

/** The form that pg and Prisma both read: a socket directory can only be a parameter. */
export function urlOf({ host, port, user, database }: Connection): string {
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
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
    const { rows } = await client.query<{ launchId: string | null; cluster: string }>(WHO_ARE_YOU);
    const [answer = { launchId: null, cluster: '' }] = rows;
    // A command that forgets to stop must end all the same.
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
    // The server may still be at it for a process that was killed.
    if (!ALREADY_THERE.includes(codeOf(error))) throw error;
  } finally {
    socket.destroy();
  }
}

/** The socket is our own so that a server that hangs can be left without its consent. */
async function connectClient(connection: Connection) {
  const socket = new Socket();
  const client = new pg.Client({
    ...connection,
    ssl: false,
    application_name: 'slotline launcher',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    stream: () => socket,
  });
  const lost = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  client.on('error', () => {}); // told by `lost`
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return { client, socket, lost };
}
