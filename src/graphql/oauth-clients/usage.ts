import { type OAuthClientMember, type OAuthClientUsage, unused } from '#src/domain/oauth-clients/usage.ts';
import { usageOfOAuthClients } from '#src/services/oauth-clients/oauth-clients.ts';
import { builder } from '../builder.ts';
import { caller, type GraphQLContext } from '../context.ts';

const OAuthClientMemberType = builder.objectRef<OAuthClientMember>('OAuthClientMember').implement({
  description: 'A member of the workspace who has connected an OAuth client.',
  fields: (t) => ({
    userId: t.exposeInt('userId', { description: 'User id.' }),
    email: t.exposeString('email', { description: 'E-mail address.' }),
    firstName: t.exposeString('firstName', { description: 'First name.' }),
    lastName: t.exposeString('lastName', { description: 'Last name.' }),
    connections: t.exposeInt('connections', { description: 'Live connections of the member with the client.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When one of them was last used, to within a minute.',
    }),
  }),
});

export const OAuthClientUsageType = builder.objectRef<OAuthClientUsage>('OAuthClientUsage').implement({
  description:
    'Who uses an OAuth client now, and so what stops working when it is deleted. Other workspaces and their members are counted and never named.',
  fields: (t) => ({
    connectionCount: t.exposeInt('connectionCount', { description: 'Live connections, in all workspaces.' }),
    workspaceCount: t.exposeInt('workspaceCount', { description: 'Workspaces that have a live connection.' }),
    memberCount: t.exposeInt('memberCount', { description: 'Members of your workspace who have a live connection.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a live connection was last used, to within a minute; null if there is none.',
    }),
    members: t.expose('members', {
      type: [OAuthClientMemberType],
      description: 'Members of your workspace who have a live connection, the latest use first; at most 100.',
    }),
  }),
});

interface Batch {
  readonly clientIds: Set<string>;
  readonly usages: Promise<ReadonlyMap<string, OAuthClientUsage>>;
}

const batches = new WeakMap<GraphQLContext, Batch>();

/** The usage of a client. Clients of one page, whose fields are resolved in one go, are read by one statement. */
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
