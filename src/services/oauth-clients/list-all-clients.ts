import { readClientsOfAll } from '#src/db/reads/oauth-clients.ts';
import type { ClientStatusInput } from '#src/domain/oauth-clients/input.ts';
import type { RegisteredClient } from '#src/domain/oauth-clients/oauth-client.ts';
import type { ServiceContext } from '../context.ts';

/** The clients of all workspaces, for the operator. */
export function listAllClients({ db }: ServiceContext, { status }: ClientStatusInput): Promise<RegisteredClient[]> {
  return readClientsOfAll(db, status);
}
