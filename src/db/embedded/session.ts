import { Socket } from 'node:net';
import { connect } from '../connection.ts';
import { SUPERUSER } from './cluster.ts';
import { PORT } from './data-directory.ts';
import { codeOf } from './errors.ts';

export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** A session proves that the server answers, and is lost as soon as the server dies, even if this process is not its parent. */
export interface Session {
  readonly connection: Connection;
  readonly lost: Promise<void>;
  close(): void;
}

const ANSWER_TIMEOUT_MS = 5_000;
const ALREADY_THERE = ['42P04', '23505'];

export function connectionIn(socketDirectory: string): Connection {
  return { host: socketDirectory, port: PORT, user: SUPERUSER, database: 'slotline' };
}

/** The URL form that pg and Prisma both accept: a socket directory can only be a parameter. */
export function urlOf({ host, port, user, database }: Connection): string {
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** Connects, and creates the database if an earlier start was interrupted before doing so. */
export async function openSession(connection: Connection): Promise<Session> {
  const client = await connect({
    ...connection,
    database: 'postgres',
    ssl: false,
    application_name: 'slotline launcher',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  // Does not wait, so that a hung PostgreSQL cannot block shutdown.
  const close = () => client.connection.stream.destroy();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [connection.database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${connection.database}`);
  } catch (error) {
    // The server may have created it for another process in between.
    if (!ALREADY_THERE.includes(codeOf(error))) {
      close();
      throw error;
    }
  }
  // A command that forgets to call `stop` must still be able to exit.
  if (client.connection.stream instanceof Socket) client.connection.stream.unref();
  return { connection, lost, close };
}
