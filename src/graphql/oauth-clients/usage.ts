import {
  type OAuthClientUsage,
  oauthClientMemberRecord,
  oauthClientUsageRecord,
  unused,
} from '#src/domain/oauth-clients/usage.ts';
import { usageOfOAuthClients } from '#src/services/oauth-clients/oauth-clients.ts';
import { caller, type GraphQLContext } from '../context.ts';
import { recordType } from '../record-types.ts';

recordType('OAuthClientMember', oauthClientMemberRecord, {
  description: 'A member of the workspace who has connected an OAuth client.',
});

export const OAuthClientUsageType = recordType('OAuthClientUsage', oauthClientUsageRecord, {
  description:
    'The current usage of an OAuth client: what stops working when it is deleted. Other workspaces and their members are counted but never named.',
});

interface Batch {
  readonly clientIds: Set<string>;
  readonly usages: Promise<ReadonlyMap<string, OAuthClientUsage>>;
}

const batches = new WeakMap<GraphQLContext, Batch>();

/** The usage of a client. One statement reads the usage of all clients of a page. */
export async function usageOf(context: GraphQLContext, clientId: string): Promise<OAuthClientUsage> {
  const { clientIds, usages } = batches.get(context) ?? newBatch(context);
  clientIds.add(clientId);
  return (await usages).get(clientId) ?? unused;
}

function newBatch(context: GraphQLContext): Batch {
  const clientIds = new Set<string>();
  const usages = Promise.resolve().then(() => {
    batches.delete(context);
    return usageOfOAuthClients(caller(context), [...clientIds]);
  });
  const batch = { clientIds, usages };
  batches.set(context, batch);
  return batch;
}
