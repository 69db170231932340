import type { Database } from '#src/db/database.ts';
import { WorkspaceSearch } from '#src/db/distributed/workspace-search.ts';
import type { CredentialContext } from '#src/services/credentials.ts';
import type { TestApp } from './app.ts';

/** A node that remembers no credential, on the database of the server, which it takes for a distributed one. */
export function distributedNode(
  { context }: TestApp,
  credentials: Database['credentials'] = context.db.credentials,
): CredentialContext {
  return { ...context, db: { ...context.db, credentials, workspaceSearch: new WorkspaceSearch(credentials) } };
}
