import { field, type RecordOf } from '#src/domain/record.ts';
/** The maximum of members that the usage of a client lists; its count includes all. */
export const maxListedMembers = 100;

/** A member of the client's own workspace who has connected it. */
export const oauthClientMemberRecord = {
  userId: field.int('User id.'),
  email: field.string('E-mail address.'),
  firstName: field.string('First name.'),
  lastName: field.string('Last name.'),
  connections: field.int('Live connections of the member with the client.'),
  lastUsedAt: field.dateTime('When one of them was last used, to within a minute.').nullable(),
};
export interface OAuthClientMember extends RecordOf<typeof oauthClientMemberRecord> {}

/** The present use of a client: what stops working if it is deleted. Instants are ISO 8601 text. */
export const oauthClientUsageRecord = {
  connectionCount: field.int('Live connections, in all workspaces.'),
  workspaceCount: field.int('Workspaces that have a live connection.'),
  memberCount: field.int('Members of your workspace who have a live connection.'),
  lastUsedAt: field
    .dateTime('When a live connection was last used, to within a minute; null if there is none.')
    .nullable(),
  members: field.objects(
    oauthClientMemberRecord,
    'Members of your workspace who have a live connection, the latest use first; at most 100.',
  ),
};
export interface OAuthClientUsage extends RecordOf<typeof oauthClientUsageRecord> {}

export const unused: OAuthClientUsage = {
  connectionCount: 0,
  workspaceCount: 0,
  memberCount: 0,
  lastUsedAt: null,
  members: [],
};
