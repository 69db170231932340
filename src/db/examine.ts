import { access } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { isOutage } from '#src/lib/network/outage.ts';
import { type ConnectionConfig, connect, connectionOf, newClient } from './connection.ts';
import { clusterOf } from './embedded/data-directory.ts';
import { NoHostError, type TriedHost, WrongServerError } from './hosts/errors.ts';
import { addressOf } from './hosts/host-client.ts';
import { succeeds } from './succeeds.ts';
import { pipelinedSessionOptions } from './types.ts';

/** The timeout at startup. Including the start of Node, the operator reads the error within 5 s. */
const answerWithinMs = 3500;
const oldestMajorVersion = 15;
const extensions = ['btree_gist', 'btree_gin', 'pg_trgm'];

/** A PostgreSQL that cannot be used. The message is for the operator; it omits the URL, which contains a password. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
}

interface Facts {
  readonly version: string;
  readonly versionNumber: number;
  readonly isReadOnly: boolean;
  readonly missingExtensions: string[];
  readonly dateStyle: string;
}

const readFacts = `
  SELECT current_setting('server_version') AS "version", current_setting('server_version_num')::int AS "versionNumber",
    pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly",
    current_setting('DateStyle') AS "dateStyle",
    array(SELECT e FROM unnest($1::text[]) e WHERE e NOT IN (SELECT a."name"::text FROM pg_available_extensions a))
      AS "missingExtensions"`;

interface DatabaseUrls {
  readonly databaseUrl: string | undefined;
  readonly directDatabaseUrl: string | undefined;
}

/** Checks the databases that a process uses: both URLs for a server, only the direct one for an operator's command. */
export async function examineDatabases(urls: DatabaseUrls, { isServing }: { isServing: boolean }): Promise<void> {
  const { databaseUrl, directDatabaseUrl } = urls;
  const isSame = directDatabaseUrl === databaseUrl;
  await Promise.all([
    databaseUrl !== undefined && (isServing || isSame) && examineDatabase(databaseUrl),
    directDatabaseUrl !== undefined && !isSame && examineDatabase(directDatabaseUrl, 'DIRECT_DATABASE_URL'),
  ]);
}

interface DatabasePlace {
  /** Undefined for the embedded PostgreSQL in dataDir. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

/** Describes the location of a database for the operator, without the URL, which contains a password. */
export function placeOf(place: DatabasePlace): string {
  if (place.databaseUrl === undefined) return databaseAddress(place);
  const { host, port, database } = newClient(connectionOf(place.databaseUrl));
  return `the database "${database}" on ${host}:${port}`;
}

/** The same in a machine-readable form: the directory, or host, port and database. */
export function databaseAddress({ databaseUrl, dataDir }: DatabasePlace): string {
  if (databaseUrl === undefined) return path.resolve(dataDir);
  const { host, port, database } = newClient(connectionOf(databaseUrl));
  return `${host}:${port}/${database}`;
}

export const nameAnother = 'Choose another with DATA_DIR (a directory) or DATABASE_URL (a PostgreSQL)';

/** Rejects if there is no database yet: the operator probably named the wrong one. */
export async function requireDatabase(place: DatabasePlace): Promise<void> {
  if (await hasTables(place)) return;
  throw new DatabaseUnusableError(
    `There is no Slotline data in ${placeOf(place)}. ${nameAnother}, or create this one with the command migrate.`,
  );
}

async function hasTables({ databaseUrl, dataDir }: DatabasePlace): Promise<boolean> {
  if (databaseUrl === undefined) return succeeds(access(clusterOf(path.resolve(dataDir))));
  const client = await connect(connectionOf(databaseUrl));
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      `SELECT to_regclass('"Workspace"') IS NOT NULL AS "exists"`,
    );
    return rows[0]?.exists === true;
  } finally {
    await client.end();
  }
}

/**
 * Rejects with a message that says why the PostgreSQL of this variable cannot be used, and what to do. The session sets the
 * same options as the sessions of requests, since a pooler may refuse them.
 */
export async function examineDatabase(databaseUrl: string, variable = 'DATABASE_URL'): Promise<void> {
  const config = {
    ...connectionOf(databaseUrl),
    application_name: 'slotline',
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    statement_timeout: answerWithinMs,
    idle_in_transaction_session_timeout: answerWithinMs,
    options: pipelinedSessionOptions,
  };
  let client = clientOf(variable, config);
  try {
    client = await connect(config);
    const { rows } = await client.query<Facts>(readFacts, [extensions]);
    const problem = rows[0] && problemOf(rows[0]);
    if (problem) throw new DatabaseUnusableError(`${variable}: ${problem}`);
  } catch (error) {
    if (error instanceof DatabaseUnusableError) throw error;
    const { host, user = '', database = '' } = client;
    const reasons =
      error instanceof NoHostError
        ? error.errors.map(({ tried, cause }) => reasonOf(cause, { ...tried, user, database }))
        : [reasonOf(error, { host, at: addressOf(client), withinMs: answerWithinMs, user, database })];
    throw new DatabaseUnusableError(`${variable}: ${reasons.join(' ')}`, { cause: error });
  } finally {
    // Do not wait: the peer may not be a PostgreSQL.
    client.connection.stream.destroy();
  }
}

/** The driver reads the certificate files that the URL names, such as `sslrootcert`. */
function clientOf(variable: string, config: ConnectionConfig): pg.Client {
  try {
    return newClient(config);
  } catch (error) {
    const { message } = error as Error;
    throw new DatabaseUnusableError(`${variable}: it cannot be used: ${message}`, { cause: error });
  }
}

/** Returns the first requirement of this version that the PostgreSQL does not meet. */
export function problemOf(facts: Facts): string | undefined {
  const { version, versionNumber, isReadOnly, missingExtensions, dateStyle } = facts;
  if (versionNumber < oldestMajorVersion * 10_000) {
    return `PostgreSQL ${version} is too old: it must be ${oldestMajorVersion} or later.`;
  }
  if (missingExtensions.length > 0) {
    return `PostgreSQL lacks the extension ${missingExtensions.join(', ')}: install the package "postgresql-contrib" of its version.`;
  }
  if (isReadOnly) {
    return 'this PostgreSQL is read-only: it is a replica, or default_transaction_read_only is on. Use the primary, or list all hosts with target_session_attrs=read-write.';
  }
  if (!dateStyle.startsWith('ISO')) {
    return `the sessions have the DateStyle ${dateStyle}, because a pooler ignores the startup parameter "options". Give the user the style that this server reads: ALTER ROLE … SET DateStyle = ISO.`;
  }
  return undefined;
}

interface Target extends TriedHost {
  readonly user: string;
  readonly database: string;
}

function reasonOf(error: unknown, { at, host, withinMs, user, database }: Target): string {
  if (error instanceof WrongServerError) {
    return `PostgreSQL on ${at} is not the primary: ${error.message}.`;
  }
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  if (code.startsWith('28')) {
    return `PostgreSQL on ${at} rejected the user "${user}" (${message}). Check the user, the password and pg_hba.conf.`;
  }
  if (message.startsWith('unsupported startup parameter')) {
    return `PgBouncer on ${at} rejects the session: ${message}. Set ignore_startup_parameters as in deploy/pgbouncer.ini.`;
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
    return `no PostgreSQL answered on ${at} within ${Math.round(withinMs / 100) / 10} s. Check the host, the port and the firewall.`;
  }
  if (!(error instanceof pg.DatabaseError) && isOutage(error)) {
    return `the program that listens on ${at} closed the connection without a response. Check that it is a PostgreSQL.`;
  }
  return `PostgreSQL on ${at} cannot be used: ${message}`;
}
