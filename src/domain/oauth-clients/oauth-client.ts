import type { Page } from '#src/domain/page.ts';
import { randomBase62 } from '#src/lib/secrets/crypto.ts';

export const oauthClientStatuses = ['PENDING', 'APPROVED', 'ACTIVE', 'REJECTED'] as const;
export type OAuthClientStatus = (typeof oauthClientStatuses)[number];

export const oauthClientTypes = ['PUBLIC', 'CONFIDENTIAL'] as const;
export type OAuthClientType = (typeof oauthClientTypes)[number];

export const oauthGrantTypes = ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'] as const;
export type OAuthGrantType = (typeof oauthGrantTypes)[number];

/** Clients of one workspace. */
export const maxClients = 20;
/** Of one client. */
export const maxRedirectUris = 10;

/** A registered third-party application: everything but its secret. Instants are ISO 8601 text. */
export interface OAuthClient {
  readonly id: number;
  /** The member who registered it. Only this member may change it. */
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
  /** Until when the secret before the last rotation counts; null where none does. It may be over. */
  readonly previousSecretUntil: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A client with its secret, which is shown only once; a public client has none. */
export interface IssuedOAuthClient {
  readonly client: OAuthClient;
  readonly clientSecret: string | null;
}

export type OAuthClientPage = Page<'oauthClients', OAuthClient>;

/** What the operator sees of a client, of any workspace. */
export interface RegisteredClient extends Pick<OAuthClient, 'clientId' | 'name' | 'status' | 'approvalRequestedAt'> {
  readonly workspaceId: number;
}

/** An approved client may be connected by members of other workspaces. */
export function isApproved(status: OAuthClientStatus): boolean {
  return status === 'APPROVED' || status === 'ACTIVE';
}

const clientIdPrefix = 'ocl_';
const clientSecretPrefix = 'service_cs_';

const clientIdPattern = new RegExp(`^${clientIdPrefix}[\\w-]{1,60}$`);

/** Any other text is the id of no client, and is refused without a query. */
export function isWellFormedClientId(text: string): boolean {
  return clientIdPattern.test(text);
}

/** A client id is public; 24 base62 characters (142 bits) make it unguessable all the same. */
export function generateClientId(): string {
  return clientIdPrefix + randomBase62(24);
}

/** 256 bits, in characters that form encoding leaves as they are: not every client encodes its secret. */
export function generateClientSecret(): string {
  return clientSecretPrefix + randomBase62(43);
}

export const maxLogoBytes = 2 * 1024 * 1024;
/** Pixels of width and of height; a larger logo is scaled down. */
export const maxLogoSide = 512;

/** The public path of a logo, below the web app's address. */
export function logoPath(clientId: string): string {
  return `/oauth/logos/${clientId}`;
}
