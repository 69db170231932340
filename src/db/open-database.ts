import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import { SharedAnswers } from '#src/lib/shared-answers.ts';
import type { ConnectionConfig } from './connection.ts';
import { CredentialSearch } from './credential-search.ts';
import type { Database } from './database.ts';
import type { Distribution } from './distribution.ts';
import { FairPool } from './fair-pool.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { laneConnections, openLanes } from './lanes.ts';
import { readingInstants, ZonedPrismaPg } from './prisma-instants.ts';
import { SearchCache } from './search-cache.ts';
import { repeatable, SessionPool } from './session-pool.ts';
import { type PipelinedStatement, queryConfig, type Statement, type StatementRunner } from './statement.ts';
import { inSnapshot, inTransaction, PrismaPool } from './transaction.ts';
import { isoTypes, sessionOptions } from './types.ts';
import { WebhookListener } from './webhook-listener.ts';
import { WebhookAnnouncements, type WebhookWork } from './webhook-work.ts';
import { within } from './within.ts';

export interface DatabaseOptions {
  /** The settings of a URL, or of the embedded PostgreSQL. */
  connection: ConnectionConfig;
  /** The same PostgreSQL without a pooler. Defaults to `connection`. */
  direct?: ConnectionConfig;
  /** Set if `cli distribute` has distributed the tables. */
  distribution?: Distribution | undefined;
  poolSize?: number;
  pipelines?: number;
  /** True for a server, whose requests must not wait forever. A command of an operator may run for hours. */
  isServing?: boolean;
  /** Receives the name of every named statement, for metrics and for tests that count statements. */
  onStatement?: (name: string) => void;
  /** Called when a pipelined answer fails to prove that it belongs to its statement. Its connection is closed already. */
  onMisroutedAnswer?: (error: Error) => void;
}

/** The maximum number of connections of each kind. They open on demand. */
const connections = { prisma: 10, pool: 10, admin: 3, webhookListener: 1, ...laneConnections };

const sumOf = (sizes: object) => Object.values(sizes).reduce((sum, each) => sum + each, 0);

/** The maximum number of connections of one node. */
export const connectionsPerNode = sumOf(connections);

/** The maximum number of connections of one node to each Citus worker, besides those to the coordinator. */
export const connectionsPerWorkerNode = sumOf(laneConnections);

/**
 * The timeouts in milliseconds for a statement, an idle transaction, and waiting for a connection. `query_timeout` is the
 * longest: when it expires, the server should have ended the statement already, so the connection itself is broken.
 */
const servingTimeouts = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
  connectionTimeoutMillis: 5000,
  query_timeout: 35_000,
};

/** Administrative statements and credential lookups take milliseconds; their callers do not wait longer than this. */
const adminTimeouts = { ...servingTimeouts, statement_timeout: 4000, query_timeout: 5000 };

/** Opens no connection yet: each opens with the first statement that needs it. */
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
  const lanes = openLanes({
    ...options,
    connection: plain,
    pool,
    admin,
    credentialTimeouts: options.isServing ? adminTimeouts : {},
    maxWaitMs: isShared ? servingTimeouts.connectionTimeoutMillis : undefined,
  });
  const { run } = observed(lanes, options.onStatement);
  const credentialSearch = new CredentialSearch({ run });
  const webhookWork = distribution
    ? new WebhookAnnouncements(undefined, undefined)
    : new WebhookAnnouncements(admin, new WebhookListener(options.direct ?? options.connection));
  // A woken worker works for all workspaces, so it must not run in the async context of this request.
  const onWebhookWork = AsyncResource.bind((work: WebhookWork) => webhookWork.announce(work));
  const prisma = new PrismaClient({ adapter: new ZonedPrismaPg(prismaPool, distribution?.prismaSql) });
  return {
    prisma,
    pool,
    admin,
    run,
    write: (work, options) => inTransaction(pool, work, { ...options, onWebhookWork }),
    writeOne: (statement, values) => pool.query(repeatable(queryConfig(statement, [...values]))),
    snapshot: (work) =>
      inSnapshot(prismaPool, (client) => work(Object.create(within(client), { prisma: { value: prisma } }))),
    searches: new SearchCache(),
    sharedAnswers: new SharedAnswers(),
    webhookWork,
    credentialSearch,
    credentialFinder: distribution?.credentialFinder(credentialSearch),
    pools: () => [
      ...Object.entries({ prisma: prismaPool, pool }).map(([name, each]) => stateOf(name, each, each.waitingForShare)),
      stateOf('admin', admin),
    ],
    async close() {
      await webhookWork.close();
      await Promise.all([prisma.$disconnect(), lanes.close()]);
      await Promise.all([prismaPool.end(), pool.end(), admin.end()]);
    },
  };
}

function stateOf(pool: string, { totalCount, idleCount, waitingCount }: pg.Pool, waitingForShare = 0) {
  return { pool, total: totalCount, idle: idleCount, waiting: waitingCount + waitingForShare };
}

type Runner = StatementRunner<Statement | PipelinedStatement>;

function observed(runner: Runner, onStatement: ((name: string) => void) | undefined): Runner {
  if (!onStatement) return runner;
  return {
    run(statement, values) {
      onStatement(statement.name);
      return runner.run(statement, values);
    },
  };
}
