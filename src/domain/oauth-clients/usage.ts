import { field, type RecordOf } from '#src/domain/record.ts';
/** Members that the usage of a client names; it counts all. */
export const maxListedMembers = 100;

/** A member of the own workspace who has connected the client. */
export const oauthClientMemberRecord = {
  userId: field.int('User id.'),
  email: field.string('E-mail address.'),
  firstName: field.string('First name.'),
  lastName: field.string('Last name.'),
  connections: field.int('Live connections of the member with the client.'),
  lastUsedAt: field.dateTime('When one of them was last used, to within a minute.').nullable(),
};
export interface OAuthClientMember extends RecordOf<typeof oauthClientMemberRecord> {}

/** Who uses a client now: what stops working if it is deleted. Instants are ISO 8601 text. */
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
