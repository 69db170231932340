import { type PipelinedStatement, pipelinedStatement, type StatementRunner } from '../statement.ts';

export interface CredentialStatements {
  /** $1 hash. Used if one PostgreSQL has all workspaces. */
  readonly anywhere: PipelinedStatement;
  /** $1 hashes. Finds the workspace of each that exists. It queries every node of a distributed database. */
  readonly workspaces: PipelinedStatement;
  /** $1 workspace, $2 hash. It queries only the node of the workspace. */
  readonly inWorkspace: PipelinedStatement;
  readonly mayMove: boolean;
}

interface StoredHash {
  readonly table: string;
  readonly column: string;
  /** True if the user may move the credential to another workspace. */
  readonly mayMove?: boolean;
}

const cost = 'credential';

/** Returns SQL for the workspace of a row of a table, by the alias of the table. */
export type WorkspaceOf = (alias: string) => string;

/**
 * Builds the statements of a lookup. `text` builds the SQL from a subquery with the row of the credential alone, the workspace
 * of other rows, and the parameter after the hash. With the workspace, the subquery ends in OFFSET, so that PostgreSQL does not
 * merge it into the joins: without statistics it considers any index that begins with the workspace as good as the index of the
 * hash, and would compare all connections of the workspace with all of its tokens. Citus finds the shard of the other tables
 * only if each names the workspace itself.
 */
export function credentialStatements(
  name: string,
  { table, column, mayMove = false }: StoredHash,
  text: (credential: string, workspaceOf: WorkspaceOf, other: string) => string,
): CredentialStatements {
  const hashed = `SELECT * FROM "${table}" WHERE "${column}"`;
  const anywhere = text(`(${hashed} = $1)`, (alias) => `${alias}."workspaceId"`, '$2');
  const inWorkspace = text(`(${hashed} = $2 AND "workspaceId" = $1 OFFSET 0)`, () => '$1', '$3');
  return {
    anywhere: pipelinedStatement(name, anywhere, { echo: { column, value: 0 }, cost }),
    workspaces: pipelinedStatement(
      `${name}.workspaces`,
      `SELECT "${column}" AS "hash", "workspaceId" FROM "${table}" WHERE "${column}" = ANY($1::bytea[])`,
      { cost },
    ),
    inWorkspace: {
      ...pipelinedStatement(name, inWorkspace, { echo: { column, value: 1 }, cost }),
      prepared: `${name}.inWorkspace`,
    },
    mayMove,
  };
}

/** Finds a credential if no single statement searches all workspaces. */
export interface CredentialFinder {
  find<Row extends { readonly workspaceId: number }>(
    runner: StatementRunner,
    statements: CredentialStatements,
    values: readonly [hash: Buffer, ...others: unknown[]],
  ): Promise<Row | undefined>;
}

interface Lookup extends StatementRunner {
  readonly credentialFinder: CredentialFinder | undefined;
}

/** Finds the row of a credential by its hash. It queries the database each time. */
export async function findCredential<Row extends { readonly workspaceId: number }>(
  db: Lookup,
  statements: CredentialStatements,
  values: readonly [hash: Buffer, ...others: unknown[]],
): Promise<Row | undefined> {
  if (db.credentialFinder) return db.credentialFinder.find<Row>(db, statements, values);
  return (await db.run<Row>(statements.anywhere, [...values]))[0];
}
