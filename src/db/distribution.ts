import type pg from 'pg';
import type { ConnectionConfig } from './connection.ts';
import type { CredentialSearch } from './credential-search.ts';
import type { Pipeline } from './pipeline.ts';
import type { CredentialFinder } from './reads/credential-lookup.ts';
import type { StatementRunner } from './statement.ts';

export type ClientClass = NonNullable<ConnectionConfig['Client']>;

/** A runner with dedicated connections. */
export interface ClosableRunner extends StatementRunner {
  close(): Promise<void>;
}

/** The extra behaviour of connections to a database that spans several nodes. `db/citus` implements it. */
export interface Distribution {
  /** The client of the driver for all connections to the coordinator. */
  client(Client: ClientClass | undefined): ClientClass;
  /** The options of sessions that read pages. */
  readonly pageOptions: string;
  /** Creates the runners of pipelined statements. `admin` is for queries about the nodes. */
  runners(
    admin: pg.Pool,
  ): (coordinator: ConnectionConfig, open: (config: ConnectionConfig) => Pipeline) => ClosableRunner;
  credentialFinder(search: CredentialSearch): CredentialFinder;
  /** Rewrites a Prisma statement so that Citus can find its workspace. */
  prismaSql(text: string): string;
}
