import pg from 'pg';
import { isOutage } from '#src/lib/outage.ts';

/** How long a PostgreSQL may take to answer at the start, so that the operator reads the error within 5 s, the start of Node included. */
const answerWithinMs = 3500;
const oldestMajorVersion = 15;
const extensions = ['btree_gist', 'btree_gin', 'pg_trgm'];

/** A PostgreSQL that cannot be used. The text is for the operator; it does not contain the URL, which holds a password. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
}

interface Facts {
  readonly version: string;
  readonly versionNumber: number;
  readonly isReadOnly: boolean;
  readonly missingExtensions: string[];
}

const readFacts = `
  SELECT current_setting('server_version') AS "version", current_setting('server_version_num')::int AS "versionNumber",
    pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly",
    array(SELECT e FROM unnest($1::text[]) e WHERE e NOT IN (SELECT a."name"::text FROM pg_available_extensions a))
      AS "missingExtensions"`;

/** Rejects with a text that states why the PostgreSQL of DATABASE_URL cannot be used, and what to do. */
export async function examineDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'slotline',
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
  });
  // Without a listener, the event of a lost connection would end the process. The query fails with the same reason.
  client.on('error', () => undefined);
  const { host, port, user, database } = client;
  const at = host.startsWith('/') ? host : `${host}:${port}`;
  try {
    await client.connect();
    const { rows } = await client.query<Facts>(readFacts, [extensions]);
    const problem = rows[0] && problemOf(rows[0]);
    if (problem) throw new DatabaseUnusableError(`DATABASE_URL: ${problem}`);
  } catch (error) {
    if (error instanceof DatabaseUnusableError) throw error;
    const reason = reasonOf(error, { at, host, user: user ?? '', database: database ?? '' });
    throw new DatabaseUnusableError(`DATABASE_URL: ${reason}`, { cause: error });
  } finally {
    // Does not wait: what answered may not be a PostgreSQL.
    client.connection.stream.destroy();
  }
}

/** What this version needs and the PostgreSQL lacks. */
export function problemOf({ version, versionNumber, isReadOnly, missingExtensions }: Facts): string | undefined {
  if (versionNumber < oldestMajorVersion * 10_000) {
    return `PostgreSQL ${version} is too old: it must be ${oldestMajorVersion} or later.`;
  }
  if (missingExtensions.length > 0) {
    return `PostgreSQL lacks the extension ${missingExtensions.join(', ')}: install the package "postgresql-contrib" of its version.`;
  }
  if (isReadOnly) {
    return 'this PostgreSQL only reads: it is a replica, or default_transaction_read_only is on. Name the primary.';
  }
  return undefined;
}

interface Target {
  readonly at: string;
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

function reasonOf(error: unknown, { at, host, user, database }: Target): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  if (code.startsWith('28')) {
    return `PostgreSQL on ${at} refused the user "${user}" (${message}). Check the user, the password and pg_hba.conf.`;
  }
  switch (code) {
    case '3D000':
      return `PostgreSQL on ${at} has no database "${database}". Create it with CREATE DATABASE, or check the name.`;
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing listens on ${at}. Start PostgreSQL there, or check the host and the port.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host name "${host}" is unknown. Check it.`;
  }
  if (/^(?:timeout expired|Query read timeout)/.test(message) || code === 'ETIMEDOUT') {
    return `no PostgreSQL answered on ${at} within ${answerWithinMs / 1000} s. Check the host, the port and the firewall.`;
  }
  if (!(error instanceof pg.DatabaseError) && isOutage(error)) {
    return `what listens on ${at} closed the connection without an answer. Check that it is a PostgreSQL.`;
  }
  return `PostgreSQL on ${at} cannot be used: ${message}`;
}
