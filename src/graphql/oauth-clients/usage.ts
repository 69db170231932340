import { oauthClientMemberRecord, oauthClientUsageRecord } from '#src/domain/oauth-clients/usage.ts';
import { usageOfOAuthClients } from '#src/services/oauth-clients/oauth-clients.ts';
import { batched } from '../batches.ts';
import { recordType } from '../record-types.ts';

recordType('OAuthClientMember', oauthClientMemberRecord, {
  description: 'A member of the workspace who has connected an OAuth client.',
});

export const OAuthClientUsageType = recordType('OAuthClientUsage', oauthClientUsageRecord, {
  description:
    'The current usage of an OAuth client: what stops working when it is deleted. Other workspaces and their members are counted but never named.',
});

/** The usage of a client. One statement reads the usage of all clients of a page. */
export const usageOf = batched(usageOfOAuthClients);
