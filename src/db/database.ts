import type pg from 'pg';
import type { SharedAnswers } from '#src/lib/shared-answers.ts';
import type { CredentialSearch } from './credential-search.ts';
import type { PrismaClient } from './generated/prisma/client.ts';
import type { CredentialFinder } from './reads/credential-lookup.ts';
import type { SearchCache } from './search-cache.ts';
import type { PipelinedStatement, Statement } from './statement.ts';
import type { TransactionOptions } from './transaction.ts';
import type { WebhookAnnouncements } from './webhook-work.ts';

/** Access to the database: Prisma for queries of the GraphQL graph, named statements, and transactions. */
export interface Database {
  readonly prisma: PrismaClient;
  /** Plain connections, for queries that no statement or transaction covers. Their types are those of `db/types.ts`. */
  readonly pool: pg.Pool;
  /** A few connections for work that must not queue behind requests: the rate limit and the readiness probe. */
  readonly admin: pg.Pool;
  /** Finds the workspaces of credentials, many in one statement. */
  readonly credentialSearch: CredentialSearch;
  /** Undefined if one PostgreSQL has all workspaces, and finds each credential with one statement. */
  readonly credentialFinder: CredentialFinder | undefined;
  /** Runs a single statement on the connections for its cost. */
  run<Row extends object>(statement: Statement | PipelinedStatement, values: unknown[]): Promise<Row[]>;
  /** Runs `work` in one transaction, or in the transaction that is open already. */
  write<Result>(
    work: (client: pg.ClientBase) => Promise<Result>,
    options?: Pick<TransactionOptions, 'isDurable'>,
  ): Promise<Result>;
  /**
   * Runs one statement that writes. It is atomic without an explicit transaction, and takes one round trip instead of three. If
   * its session is lost it runs again, although it may have committed: a second run must do no harm.
   */
  writeOne<Row extends object>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Pick<pg.QueryResult<Row & pg.QueryResultRow>, 'rows' | 'rowCount'>>;
  /** Runs reads, including those of Prisma, on one consistent snapshot of the database. */
  snapshot<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  /** Cached results of searches for calls, reused only while they are exact. */
  readonly searches: SearchCache;
  /** Responses that concurrent requests share. */
  readonly sharedAnswers: SharedAnswers;
  /** Wakes webhook workers, here or in another process, when `write` has committed work for them. */
  readonly webhookWork: WebhookAnnouncements;
  /** The connections of each pool, for metrics. */
  pools(): { pool: string; total: number; idle: number; waiting: number }[];
  close(): Promise<void>;
}
