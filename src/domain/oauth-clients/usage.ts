/** Members that the usage of a client names; it counts all. */
export const maxListedMembers = 100;

/** Who uses a client now: what stops working if it is deleted. Instants are ISO 8601 text. */
export interface OAuthClientUsage {
  /** Live connections, in all workspaces. */
  readonly connectionCount: number;
  readonly workspaceCount: number;
  /** Members of the own workspace who have a connection. */
  readonly memberCount: number;
  /** The latest use of a live connection. */
  readonly lastUsedAt: string | null;
  readonly members: readonly OAuthClientMember[];
}

/** A member of the own workspace who has connected the client. */
export interface OAuthClientMember {
  readonly userId: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly connections: number;
  readonly lastUsedAt: string | null;
}

export const unused: OAuthClientUsage = {
  ...{ connectionCount: 0, workspaceCount: 0, memberCount: 0 },
  lastUsedAt: null,
  members: [],
};
