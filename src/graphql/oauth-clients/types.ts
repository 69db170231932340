import {
  issuedOAuthClientRecord,
  logoPath,
  oauthClientRecord,
  oauthClientStatuses,
  oauthClientTypes,
  oauthGrantTypes,
} from '#src/domain/oauth-clients/oauth-client.ts';
import { unused } from '#src/domain/oauth-clients/usage.ts';
import { enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordType } from '../record-types.ts';
import { OAuthClientUsageType, usageOf } from './usage.ts';

enumType(
  'OAuthClientStatus',
  oauthClientStatuses,
  'Who may connect an OAuth client. PENDING (the initial status) and REJECTED: only members of the workspace that registered it, and only for that workspace. APPROVED (by the operator) and ACTIVE (connected since its approval): anyone.',
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

/** The document cost of one client's usage, which counts its connections. */
const usageCost = 10;

export const OAuthClientType = recordType('OAuthClient', oauthClientRecord, {
  description:
    'A third-party application that the workspace has registered. Its secret is shown once, when it is created.',
  others: (t) => ({
    logoUrl: t.string({
      nullable: true,
      description:
        'Public URL of the logo; null if it has none. Set it with `PUT /oauth-clients/{id}/logo`, with a square JPG, PNG, WebP or SVG image of at most 2 MB as the body. Remove it with `DELETE`.',
      resolve: ({ clientId, hasLogo }, _args, { appUrl }) => (hasLogo ? appUrl + logoPath(clientId) : null),
    }),
    usage: t.field({
      type: OAuthClientUsageType,
      description: 'Current usage of the client.',
      extensions: { ownCost: usageCost },
      resolve: async ({ clientId }, _args, context) => (await usageOf(context, clientId)) ?? unused,
    }),
  }),
});

export const OAuthClientPageType = pageType('oauthClients', OAuthClientType, {
  of: 'OAuth clients',
  items: 'clients',
  count: 'Total number of clients of the workspace; at most 20.',
});

export const IssuedOAuthClientType = recordType('IssuedOAuthClient', issuedOAuthClientRecord, {
  description: 'An OAuth client with a new secret.',
});
