export const oauthClientStatuses = ['PENDING', 'APPROVED', 'ACTIVE', 'REJECTED'] as const;
export type OAuthClientStatus = (typeof oauthClientStatuses)[number];

export const oauthClientTypes = ['PUBLIC', 'CONFIDENTIAL'] as const;
export type OAuthClientType = (typeof oauthClientTypes)[number];

export const oauthGrantTypes = ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'] as const;
export type OAuthGrantType = (typeof oauthGrantTypes)[number];

export const maxClients = 20;

/** A registered third-party application: everything but its secret. Instants are ISO 8601 text. */
export interface OAuthClient {
  readonly id: number;
  /** The member who registered it, and who alone changes it. */
  readonly userId: number;
  readonly clientId: string;
  readonly name: string;
  readonly homepageUrl: string | null;
  readonly hasLogo: boolean;
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly OAuthGrantType[];
  readonly allowedScopes: readonly string[];
  readonly clientType: OAuthClientType;
  readonly status: OAuthClientStatus;
  readonly approvalRequestedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A client with its secret, which is told this once; a public client has none. */
export interface IssuedOAuthClient {
  readonly client: OAuthClient;
  readonly clientSecret: string | null;
}

export interface OAuthClientPage {
  readonly oauthClients: readonly OAuthClient[];
  readonly count: number;
}

/** What the operator, who looks at all workspaces, decides on. */
export interface RegisteredClient extends Pick<OAuthClient, 'clientId' | 'name' | 'status' | 'approvalRequestedAt'> {
  readonly workspaceId: number;
}

/** Whether members of other workspaces may connect it. */
export function isApproved(status: OAuthClientStatus): boolean {
  return status === 'APPROVED' || status === 'ACTIVE';
}
