import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/prisma/client.ts';
import { Pipeline, queryConfig } from './pipeline.ts';
import { ListMemory } from './reads/event-calls/memory.ts';
import type { Statement } from './statement.ts';
import { inTransaction } from './transaction.ts';
import { hotSessionOptions, hotTypes, sessionOptions } from './types.ts';

/** The doors to the database: Prisma for what is browsed and written, named statements for what is hot. */
export interface Database {
  readonly prisma: PrismaClient;
  /** Plain connections, for transactions and statements of unbounded cost; types as in `db/types.ts`. */
  readonly pool: pg.Pool;
  /** A few connections for what must not wait for the work of requests: the rate limit, and whether the database lives. */
  readonly side: pg.Pool;
  /** Looks credentials up, pipelined: never behind anything else, for every request begins with it. */
  readonly credentials: StatementRunner;
  /** Statements of bounded cost, pipelined. */
  readonly hot: StatementRunner;
  /** Pages that are counted as they stand, pipelined apart: the cost follows the size of a workspace, a little. */
  readonly lists: StatementRunner;
  /** Single statements whose cost may follow the size of a workspace, on the pool. */
  readonly cold: StatementRunner;
  /** Runs a change in one transaction, or in the one that is open already. */
  write<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result>;
  /** What searches for calls found, reused only while it is exact. */
  readonly searches: ListMemory;
  close(): Promise<void>;
}

export interface StatementRunner {
  run<Row extends object>(statement: Statement, values: unknown[]): Promise<Row[]>;
}

export interface DatabaseOptions {
  /** `{ connectionString }` or the settings of the embedded PostgreSQL. */
  connection: pg.ClientConfig;
  poolSize?: number;
  pipelines?: number;
  /** Serves requests, of which none may wait without end; an operator's command may work for hours. */
  isServing?: boolean;
  /** Told the name of every hot statement: metrics, and the tests that count statements. */
  onStatement?: (name: string) => void;
}

/** How many connections each door has at most. They open when they are needed. */
const connections = { prisma: 10, pool: 10, side: 3, hot: 4, lists: 3, credentials: 1 };

/** Those of one node, when it is busy. */
export const connectionsPerNode = Object.values(connections).reduce((sum, each) => sum + each, 0);

/**
 * In milliseconds: of a statement, of a transaction that asks nothing, of waiting for a connection. A connection on
 * which no answer comes although the server would have ended the statement is broken, and is given up.
 */
const servingTimeouts = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
  connectionTimeoutMillis: 5000,
  query_timeout: 35_000,
};

/** What is asked on the side takes a moment, and whoever asks does not wait for more. */
const sideTimeouts = { ...servingTimeouts, statement_timeout: 4000, query_timeout: 5000 };

/** Opens no connection by itself: each opens with the first statement that needs it. */
export function openDatabase(options: DatabaseOptions): Database {
  const timeouts = options.isServing ? servingTimeouts : {};
  const connection = { ...options.connection, ...timeouts, application_name: 'slotline', keepAlive: true };
  const prismaPool = new pg.Pool({ ...connection, max: options.poolSize ?? connections.prisma });
  const plain = { ...connection, options: sessionOptions, types: hotTypes };
  const pool = new pg.Pool({ ...plain, max: options.poolSize ?? connections.pool });
  const side = new pg.Pool({ ...plain, ...(options.isServing ? sideTimeouts : {}), max: connections.side });
  const pipelined = { ...connection, options: hotSessionOptions, types: hotTypes };
  const pipeline = new Pipeline(pipelined, options.pipelines ?? connections.hot);
  const lists = new Pipeline(pipelined, Math.min(options.pipelines ?? connections.lists, connections.lists));
  const credentials = new Pipeline(pipelined, connections.credentials);
  // An idle connection that breaks is replaced by its pool; unheard, the event would end the process.
  for (const each of [prismaPool, pool, side]) each.on('error', () => {});
  const prisma = new PrismaClient({ adapter: new PrismaPg(prismaPool) });
  return {
    prisma,
    pool,
    side,
    credentials: counted(credentials, options.onStatement),
    hot: counted(pipeline, options.onStatement),
    lists: counted(lists, options.onStatement),
    cold: counted(onPool(pool), options.onStatement),
    write: (work) => inTransaction(pool, work),
    searches: new ListMemory(),
    async close() {
      await Promise.all([prisma.$disconnect(), ...[pipeline, lists, credentials].map((each) => each.close())]);
      await Promise.all([prismaPool.end(), pool.end(), side.end()]);
    },
  };
}

function onPool(pool: pg.Pool): StatementRunner {
  return {
    async run<Row extends object>(statement: Statement, values: unknown[]) {
      return (await pool.query<Row & pg.QueryResultRow>(queryConfig(statement, values))).rows;
    },
  };
}

function counted(runner: StatementRunner, onStatement: ((name: string) => void) | undefined): StatementRunner {
  if (!onStatement) return runner;
  return {
    run(statement, values) {
      onStatement(statement.name);
      return runner.run(statement, values);
    },
  };
}
