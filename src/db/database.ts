import type pg from 'pg';
import type { SharedAnswers } from '#src/lib/shared-answers.ts';
import type { CredentialSearch } from './credential-search.ts';
import type { PrismaClient } from './generated/prisma/client.ts';
import type { CredentialFinder } from './reads/credential-lookup.ts';
import type { SearchCache } from './search-cache.ts';
import type { PipelinedStatement, Statement, StatementRunner } from './statement.ts';
import type { TransactionOptions } from './transaction.ts';
import type { WebhookAnnouncements } from './webhook-work.ts';

/** Access to the database: Prisma for browsing the graph, a pool for writes, named statements for frequent reads. */
export interface Database {
  readonly prisma: PrismaClient;
  /** Plain connections, for transactions and for statements of unbounded cost; types as in `db/types.ts`. */
  readonly pool: pg.Pool;
  /** A few connections for work that must not wait for requests: the rate limit and the readiness probe. */
  readonly admin: pg.Pool;
  /** Pipelined lookups of credentials, on connections of their own: every request begins with one. */
  readonly credentials: StatementRunner;
  /** Finds the workspaces of credentials, many in one statement. */
  readonly credentialSearch: CredentialSearch;
  /** Undefined where one PostgreSQL has all workspaces, and finds each credential by one statement. */
  readonly credentialFinder: CredentialFinder | undefined;
  /** Pipelined statements of bounded cost. */
  readonly pipelined: StatementRunner;
  /** Pipelined pages with a `count(*)`, on connections of their own: the cost grows slowly with a workspace. */
  readonly counted: StatementRunner;
  /** Single statements on the pool, whose cost may grow with the size of a workspace. */
  readonly pooled: StatementRunner<Statement | PipelinedStatement>;
  /** Runs a change in one transaction, or in the transaction that is open already. */
  write<Result>(
    work: (client: pg.ClientBase) => Promise<Result>,
    options?: Pick<TransactionOptions, 'isDurable'>,
  ): Promise<Result>;
  /** Runs reads that must agree with each other on one snapshot of the database, Prisma's among them. */
  snapshot<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  /** Results of searches for calls, reused only while they are exact. */
  readonly searches: SearchCache;
  /** Answers that many requests wait for at the same time. */
  readonly sharedAnswers: SharedAnswers;
  /** Wakes workers of webhooks when `write` has committed work for them, here or in another process. */
  readonly webhookWork: WebhookAnnouncements;
  /** The connections of each pool, for metrics. */
  pools(): { pool: string; total: number; idle: number; waiting: number }[];
  close(): Promise<void>;
}
