import { DistributedCredentials } from '#src/db/citus/distributed-credentials.ts';
import { CredentialSearch } from '#src/db/credential-search.ts';
import type { Database } from '#src/db/database.ts';
import type { CredentialContext } from '#src/services/credentials.ts';
import type { TestApp } from './app.ts';

/** A node that remembers no credential, on the database of the server, which it takes for a distributed one. */
export function distributedNode({ context }: TestApp, db: Database = context.db): CredentialContext {
  const credentialFinder = new DistributedCredentials(new CredentialSearch(db));
  return { ...context, db: { ...db, credentialFinder } };
}
