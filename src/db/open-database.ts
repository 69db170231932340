import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import { SharedAnswers } from '#src/lib/shared-answers.ts';
import type { ConnectionConfig } from './connection.ts';
import { CredentialSearch } from './credential-search.ts';
import type { Database } from './database.ts';
import type { Distribution } from './distribution.ts';
import { FairPool, FairStatements } from './fair-pool.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { Pipeline } from './pipeline.ts';
import { readingInstants, ZonedPrismaPg } from './prisma-instants.ts';
import { SearchCache } from './search-cache.ts';
import { SessionPool } from './session-pool.ts';
import { onClient, type Statement, type StatementRunner } from './statement.ts';
import { inSnapshot, inTransaction, PrismaPool } from './transaction.ts';
import { isoTypes, pipelinedSessionOptions, sessionOptions } from './types.ts';
import { WebhookListener } from './webhook-listener.ts';
import { WebhookAnnouncements, type WebhookWork } from './webhook-work.ts';
import { within } from './within.ts';

export interface DatabaseOptions {
  /** Of a URL, or the settings of the embedded PostgreSQL. */
  connection: ConnectionConfig;
  /** The same PostgreSQL without a pooler; by default `connection`. */
  direct?: ConnectionConfig;
  /** Where `cli distribute` has spread the tables. */
  distribution?: Distribution | undefined;
  poolSize?: number;
  pipelines?: number;
  /** True for a server, whose requests must not wait without end; an operator's command may work for hours. */
  isServing?: boolean;
  /** Receives the name of every named statement, for metrics and for tests that count statements. */
  onStatement?: (name: string) => void;
  /** A pipelined answer did not prove that it belongs to its statement; its connection is closed already. */
  onMisroutedAnswer?: (error: Error) => void;
}

/** The maximum number of connections of each kind. They open on demand. */
const connections = { prisma: 10, pool: 10, admin: 3, pipelined: 4, counted: 3, credentials: 2, webhookListener: 1 };

/** The maximum of one node. */
export const connectionsPerNode = Object.values(connections).reduce((sum, each) => sum + each, 0);

/** The maximum of one node to each worker of a distributed database, beside those to its coordinator. */
export const connectionsPerWorkerNode = connections.pipelined + connections.counted + connections.credentials;

/**
 * In milliseconds: a statement, an idle transaction, waiting for a connection. `query_timeout` is the longest: when
 * it expires, the server should have ended the statement already, so the connection itself is broken.
 */
const servingTimeouts = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
  connectionTimeoutMillis: 5000,
  query_timeout: 35_000,
};

/** Administrative statements and credential lookups take milliseconds; their callers do not wait longer than this. */
const adminTimeouts = { ...servingTimeouts, statement_timeout: 4000, query_timeout: 5000 };

/** Opens no connection by itself: each opens with the first statement that needs it. */
export function openDatabase(options: DatabaseOptions): Database {
  const { distribution } = options;
  const timeouts = options.isServing ? servingTimeouts : {};
  const connection = { ...options.connection, ...timeouts, application_name: 'slotline', keepAlive: true };
  if (distribution) connection.Client = distribution.client(connection.Client);
  const plain = { ...connection, options: sessionOptions, types: isoTypes };
  const isShared = options.isServing === true;
  const Client = readingInstants(plain.Client);
  const prismaPool = new PrismaPool({ ...plain, Client, isShared, max: options.poolSize ?? connections.prisma });
  const pool = new FairPool({ ...plain, isShared, max: options.poolSize ?? connections.pool });
  const admin = new SessionPool({ ...plain, ...(options.isServing ? adminTimeouts : {}), max: connections.admin });
  const pipelining = { ...plain, options: distribution?.pageOptions ?? pipelinedSessionOptions };
  const distributed = distribution?.runners(admin);
  const runner = (size: number, ownSettings = {}) => {
    const config = { ...pipelining, ...ownSettings };
    const open = (to: ConnectionConfig) => new Pipeline(to, size, options.onMisroutedAnswer);
    return distributed ? distributed(config, open) : open(config);
  };
  const pipelined = runner(options.pipelines ?? connections.pipelined);
  const counted = runner(
    Math.min(options.pipelines ?? connections.counted, connections.counted),
    distribution ? { options: sessionOptions } : {},
  );
  const credentials = runner(connections.credentials, options.isServing ? adminTimeouts : {});
  const observedCredentials = observed(credentials, options.onStatement);
  const credentialSearch = new CredentialSearch(observedCredentials);
  const webhookWork = distribution
    ? new WebhookAnnouncements(undefined, undefined)
    : new WebhookAnnouncements(admin, new WebhookListener(options.direct ?? options.connection));
  // What is woken works for all, and not for the request whose transaction it was.
  const onWebhookWork = AsyncResource.bind((work: WebhookWork) => webhookWork.announce(work));
  const prisma = new PrismaClient({ adapter: new ZonedPrismaPg(prismaPool, distribution?.prismaSql) });
  return {
    prisma,
    pool,
    admin,
    credentials: observedCredentials,
    pipelined: observed(pipelined, options.onStatement),
    counted: observed(counted, options.onStatement),
    pooled: observed(
      isShared ? new FairStatements(onClient(pool), servingTimeouts.connectionTimeoutMillis) : onClient(pool),
      options.onStatement,
    ),
    write: (work, options) => inTransaction(pool, work, { ...options, onWebhookWork }),
    snapshot: (work) =>
      inSnapshot(prismaPool, (client) => work(Object.create(within(client), { prisma: { value: prisma } }))),
    searches: new SearchCache(),
    sharedAnswers: new SharedAnswers(),
    webhookWork,
    credentialSearch,
    credentialFinder: distribution?.credentialFinder(observedCredentials, credentialSearch),
    pools: () => [
      ...Object.entries({ prisma: prismaPool, pool }).map(([name, each]) => stateOf(name, each, each.waitingForShare)),
      stateOf('admin', admin),
    ],
    async close() {
      await webhookWork.close();
      await Promise.all([prisma.$disconnect(), ...[pipelined, counted, credentials].map((each) => each.close())]);
      await Promise.all([prismaPool.end(), pool.end(), admin.end()]);
    },
  };
}

function stateOf(pool: string, { totalCount, idleCount, waitingCount }: pg.Pool, waitingForShare = 0) {
  return { pool, total: totalCount, idle: idleCount, waiting: waitingCount + waitingForShare };
}

function observed<Accepted extends Statement>(
  runner: StatementRunner<Accepted>,
  onStatement: ((name: string) => void) | undefined,
): StatementRunner<Accepted> {
  if (!onStatement) return runner;
  return {
    run(statement, values) {
      onStatement(statement.name);
      return runner.run(statement, values);
    },
  };
}
