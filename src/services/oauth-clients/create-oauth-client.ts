import { insertClient, lockNumberOfClients } from '#src/db/writes/oauth-clients.ts';
import { validationError } from '#src/domain/errors.ts';
import type { CreateOAuthClientInput } from '#src/domain/oauth-clients/input.ts';
import {
  generateClientId,
  generateClientSecret,
  type IssuedOAuthClient,
  maxClients,
} from '#src/domain/oauth-clients/oauth-client.ts';
import { sha256 } from '#src/lib/hash.ts';
import type { CallerContext } from '../context.ts';

/** Registers a client. A secret is told here once and never again: only its hash is stored. */
export function createOAuthClient(
  { db, clock, principal }: CallerContext,
  input: CreateOAuthClientInput,
): Promise<IssuedOAuthClient> {
  const { workspaceId, userId } = principal;
  const clientSecret = input.clientType === 'CONFIDENTIAL' ? generateClientSecret() : null;
  const row = {
    ...input,
    ...withoutRepeats(input),
    userId,
    clientId: generateClientId(),
    secretHash: clientSecret === null ? null : sha256(clientSecret),
    createdAt: clock.now(),
  };
  return db.write(async (client) => {
    refuseTooMany(await lockNumberOfClients(client, workspaceId));
    return { client: await insertClient(client, workspaceId, row), clientSecret };
  });
}

interface Lists {
  readonly redirectUris?: readonly string[] | undefined;
  readonly grantTypes?: readonly string[] | undefined;
  readonly allowedScopes?: readonly string[] | undefined;
}

/** What is said twice is meant once. */
export function withoutRepeats({ redirectUris, grantTypes, allowedScopes }: Lists): Lists {
  return {
    redirectUris: redirectUris && [...new Set(redirectUris)],
    grantTypes: grantTypes && [...new Set(grantTypes)],
    allowedScopes: allowedScopes && [...new Set(allowedScopes)],
  };
}

function refuseTooMany(count: number): void {
  if (count < maxClients) return;
  throw validationError({}, [
    `A workspace may register at most ${maxClients} OAuth clients: delete one that is no longer used`,
  ]);
}
