/** An app that a member has connected to the workspace. Instants are ISO 8601 text. */
export interface Connection {
  readonly id: string;
  readonly workspaceId: number;
  readonly clientId: string;
  readonly clientName: string;
  readonly homepageUrl: string | null;
  readonly hasLogo: boolean;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  /** A call or a refresh, to within a minute. */
  readonly lastUsedAt: string | null;
  /** When its last token ends, unless it is refreshed before. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface ConnectionPage {
  readonly connections: readonly Connection[];
  readonly count: number;
}
