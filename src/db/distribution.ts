import type pg from 'pg';
import type { ConnectionConfig } from './connection.ts';
import type { CredentialSearch } from './credential-search.ts';
import type { Pipeline } from './pipeline.ts';
import type { CredentialFinder } from './reads/credential-lookup.ts';
import type { StatementRunner } from './statement.ts';

export type ClientClass = NonNullable<ConnectionConfig['Client']>;

/** A runner on connections of its own. */
export interface ClosableRunner extends StatementRunner {
  close(): Promise<void>;
}

/** What the connections to a database need that lies on several nodes. `db/citus` has it. */
export interface Distribution {
  /** The client of the driver for all connections to the coordinator. */
  client(Client: ClientClass | undefined): ClientClass;
  /** The options of sessions that read pages. */
  readonly pageOptions: string;
  /** Makes the runners of pipelined statements. `admin` is for questions about the nodes. */
  runners(
    admin: pg.Pool,
  ): (coordinator: ConnectionConfig, open: (config: ConnectionConfig) => Pipeline) => ClosableRunner;
  credentialFinder(search: CredentialSearch): CredentialFinder;
  /** A statement of Prisma, in the words by which its workspace is found. */
  prismaSql(text: string): string;
}
