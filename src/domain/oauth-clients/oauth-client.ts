import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { randomBase62 } from '#src/lib/secrets/crypto.ts';

export const oauthClientStatuses = ['PENDING', 'APPROVED', 'ACTIVE', 'REJECTED'] as const;
export type OAuthClientStatus = (typeof oauthClientStatuses)[number];

export const oauthClientTypes = ['PUBLIC', 'CONFIDENTIAL'] as const;
export type OAuthClientType = (typeof oauthClientTypes)[number];

export const oauthGrantTypes = ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'] as const;
export type OAuthGrantType = (typeof oauthGrantTypes)[number];

/** The maximum per workspace. */
export const maxClients = 20;
/** The maximum per client. */
export const maxRedirectUris = 10;

/** A registered third-party application: everything but its secret. Instants are ISO 8601 text. */
export const oauthClientRecord = {
  id: field.int('Numeric id of the OAuth client, used to change it through the API.'),
  userId: field.int('User id of the member who registered the client. Only this member can change it.'),
  clientId: field.string('The `client_id` that the application uses: `ocl_…`.'),
  name: field.string('Name of the application.'),
  homepageUrl: field.string('Homepage of the application.').nullable(),
  logoUrl: field.inGraph(),
  hasLogo: field.internal<boolean>(),
  redirectUris: field.strings('The allowed redirect URIs, compared character for character.'),
  grantTypes: field.someOf(oauthGrantTypes, 'How the application obtains tokens.'),
  allowedScopes: field.strings('The scopes that the application may request.'),
  clientType: field.oneOf(oauthClientTypes, 'Type of the client: whether it has a secret.'),
  status: field.oneOf(oauthClientStatuses, 'Approval status: who may connect the client.'),
  approvalRequestedAt: field.dateTime('When approval was last requested; null if never.').nullable(),
  previousSecretUntil: field
    .dateTime('Until when a secret from before the last rotation stays valid; null if there is none.')
    .nullable(),
  usage: field.inGraph(),
  createdAt: field.dateTime('When the client was registered.'),
  updatedAt: field.dateTime('When the client was last changed.'),
};
export interface OAuthClient extends RecordOf<typeof oauthClientRecord> {}

/** A client with its secret, which is shown only once; a public client has none. */
export const issuedOAuthClientRecord = {
  client: field.object(oauthClientRecord, 'The client, without its secret.'),
  clientSecret: field
    .string(
      'The client secret, shown only in this response: `service_cs_…`. Null for a public client, which has no secret.',
    )
    .nullable(),
};
export interface IssuedOAuthClient extends RecordOf<typeof issuedOAuthClientRecord> {}

export type OAuthClientPage = Page<'oauthClients', OAuthClient>;

/** A client of any workspace, as the operator sees it. */
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

/** No client has an id of another form, so other texts are refused without a query. */
export function isWellFormedClientId(text: string): boolean {
  return clientIdPattern.test(text);
}

/** A client id is public; 24 base62 characters (142 bits) make it unguessable anyway. */
export function generateClientId(): string {
  return clientIdPrefix + randomBase62(24);
}

/** 256 bits, in characters that form encoding does not change: not every client encodes its secret. */
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
