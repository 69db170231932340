import {
  type IssuedOAuthClient,
  logoPath,
  type OAuthClient,
  oauthClientStatuses,
  oauthClientTypes,
  oauthGrantTypes,
} from '#src/domain/oauth-clients/oauth-client.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { OAuthClientUsageType, usageOf } from './usage.ts';

const OAuthClientStatusEnum = enumType(
  'OAuthClientStatus',
  oauthClientStatuses,
  'Who may connect an OAuth client. PENDING, as it is at first, and REJECTED: members of the workspace that registered it, for that workspace alone. APPROVED by the operator, and ACTIVE once it has been connected since: anybody.',
);

export const OAuthClientTypeEnum = enumType(
  'OAuthClientType',
  oauthClientTypes,
  'PUBLIC: no secret, PKCE required. CONFIDENTIAL: a secret, PKCE optional.',
);

export const OAuthGrantTypeEnum = enumType(
  'OAuthGrantType',
  oauthGrantTypes,
  'A way in which an OAuth client obtains tokens.',
);

/** What the usage of one client costs: it counts its connections. */
const usageCost = 10;

export const OAuthClientType = builder.objectRef<OAuthClient>('OAuthClient').implement({
  description:
    'A third-party application that the workspace has registered. Its secret is shown once, when it is created.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'OAuth client id, by which it is changed here.' }),
    userId: t.exposeInt('userId', {
      description: 'User id of the member who registered it, and who alone changes it.',
    }),
    clientId: t.exposeString('clientId', { description: 'The `client_id` that the application uses: `ocl_…`.' }),
    name: t.exposeString('name', { description: 'What people know the application by.' }),
    homepageUrl: t.exposeString('homepageUrl', { nullable: true, description: 'Its homepage.' }),
    logoUrl: t.string({
      nullable: true,
      description:
        'Where its logo is, for everybody; null if it has none. Set with `PUT /oauth-clients/{id}/logo`, whose body is a square JPG, PNG, WebP or SVG of at most 2 MB, and taken away with `DELETE`.',
      resolve: ({ clientId, hasLogo }, _args, { appUrl }) => (hasLogo ? appUrl + logoPath(clientId) : null),
    }),
    redirectUris: t.expose('redirectUris', {
      type: ['String'],
      description: 'Where people may be sent back to, compared character for character.',
    }),
    grantTypes: t.expose('grantTypes', { type: [OAuthGrantTypeEnum], description: 'How it may obtain tokens.' }),
    allowedScopes: t.expose('allowedScopes', { type: ['String'], description: 'The most that it may ask for.' }),
    clientType: t.expose('clientType', { type: OAuthClientTypeEnum, description: 'Whether it has a secret.' }),
    status: t.expose('status', { type: OAuthClientStatusEnum, description: 'Who may connect it.' }),
    approvalRequestedAt: t.expose('approvalRequestedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its approval was last requested; null if never.',
    }),
    previousSecretUntil: t.expose('previousSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'Until when a secret from before the last rotation counts as well; null if all ended with it, or there is none.',
    }),
    usage: t.field({
      type: OAuthClientUsageType,
      description: 'Who uses it now.',
      extensions: { ownCost: usageCost },
      resolve: ({ clientId }, _args, context) => usageOf(context, clientId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was registered.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

export const OAuthClientPageType = pageType('oauthClients', OAuthClientType, {
  of: 'OAuth clients',
  items: 'clients',
  count: 'All clients of the workspace; at most 20.',
});

export const IssuedOAuthClientType = builder.objectRef<IssuedOAuthClient>('IssuedOAuthClient').implement({
  description: 'An OAuth client with a new secret.',
  fields: (t) => ({
    client: t.expose('client', { type: OAuthClientType, description: 'What will be shown of it again.' }),
    clientSecret: t.exposeString('clientSecret', {
      nullable: true,
      description: 'The secret, shown this once: `service_cs_…`. Null for a public client, which has none.',
    }),
  }),
});
