import { field, type RecordOf } from '#src/domain/record.ts';
/** The maximum of members that the usage of a client lists; its count includes all. */
export const maxListedMembers = 100;

/** A member of the client's own workspace who has connected it. */
export const oauthClientMemberRecord = {
  userId: field.int('User id.'),
  email: field.string('Email address.'),
  firstName: field.string('First name.'),
  lastName: field.string('Last name.'),
  connections: field.int('Number of active connections of the member to the client.'),
  lastUsedAt: field.dateTime('When one of these connections was last used, accurate to one minute.').nullable(),
};
export interface OAuthClientMember extends RecordOf<typeof oauthClientMemberRecord> {}

/** The present use of a client: what stops working if it is deleted. Instants are ISO 8601 text. */
export const oauthClientUsageRecord = {
  connectionCount: field.int('Number of active connections, across all workspaces.'),
  workspaceCount: field.int('Number of workspaces with an active connection.'),
  memberCount: field.int('Number of members of your workspace with an active connection.'),
  lastUsedAt: field
    .dateTime('When an active connection was last used, accurate to one minute; null if there is none.')
    .nullable(),
  members: field.objects(
    oauthClientMemberRecord,
    'Members of your workspace with an active connection, most recently used first; at most 100.',
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
