import type pg from 'pg';
import type { SharedAnswers } from '#src/lib/shared-answers.ts';
import type { CredentialSearch } from './credential-search.ts';
import type { PrismaClient } from './generated/prisma/client.ts';
import type { CredentialFinder } from './reads/credential-lookup.ts';
import type { SearchCache } from './search-cache.ts';
import type { PipelinedStatement, Statement } from './statement.ts';
import type { TransactionOptions } from './transaction.ts';
import type { WebhookAnnouncements } from './webhook-work.ts';

/** Access to the database: Prisma for browsing the graph, named statements, and transactions. */
export interface Database {
  readonly prisma: PrismaClient;
  /** Plain connections, for what no statement or transaction says; types as in `db/types.ts`. */
  readonly pool: pg.Pool;
  /** A few connections for work that must not wait for requests: the rate limit and the readiness probe. */
  readonly admin: pg.Pool;
  /** Finds the workspaces of credentials, many in one statement. */
  readonly credentialSearch: CredentialSearch;
  /** Undefined where one PostgreSQL has all workspaces, and finds each credential by one statement. */
  readonly credentialFinder: CredentialFinder | undefined;
  /** Runs a single statement, on connections for its cost. */
  run<Row extends object>(statement: Statement | PipelinedStatement, values: unknown[]): Promise<Row[]>;
  /** Runs a change in one transaction, or in the transaction that is open already. */
  write<Result>(
    work: (client: pg.ClientBase) => Promise<Result>,
    options?: Pick<TransactionOptions, 'isDurable'>,
  ): Promise<Result>;
  /**
   * Runs one statement that writes. It is atomic without a transaction around it, and takes one round trip instead of three.
   * Where its session is lost it runs again, although it may have committed: a second run must do no harm.
   */
  writeOne<Row extends object>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Pick<pg.QueryResult<Row & pg.QueryResultRow>, 'rows' | 'rowCount'>>;
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
