import { z } from 'zod';
import { scopeList } from '#src/domain/api-keys/api-key.ts';
import {
  coded,
  customIssue,
  enumeration,
  id,
  integer,
  isVisible,
  list,
  maxLength,
  minLength,
  must,
  namesChange,
  notEmpty,
  text,
} from '#src/domain/input.ts';
import { pageOf } from '#src/domain/list-input.ts';
import { linkProblem, redirectUriProblem } from '#src/lib/network/web-address.ts';
import { maxRedirectUris, oauthClientStatuses, oauthClientTypes, oauthGrantTypes } from './oauth-client.ts';

/** Invisible characters, and those that change the direction of the text around them. */
const deceptive =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/u;

/** The message quotes the value, so that a client finds the wrong value among several. */
const quoted = (problemOf: (value: string) => string | undefined) => (value: string, context: z.RefinementCtx) => {
  const problem = problemOf(value);
  const message = `${JSON.stringify(value)} ${problem}`;
  if (problem) context.addIssue(customIssue({ path: [], code: 'invalid_format', message }));
};

const clientName = () =>
  text(100)
    .trim()
    .check(notEmpty())
    .refine(
      (value) => value === '' || (isVisible(value) && !deceptive.test(value)),
      coded('invalid_characters', 'Must not contain line breaks or invisible characters'),
    );

const homepageUrl = () => z.string(must('Must be a string')).superRefine(quoted(linkProblem)).nullish();

const redirectUris = () =>
  z
    .array(z.string(must('Must be a string')).superRefine(quoted(redirectUriProblem)), must('Must be a list'))
    .check(
      minLength(1, 'Must have at least one redirect URI'),
      maxLength(maxRedirectUris, `Must have at most ${maxRedirectUris} redirect URIs`),
    );

const grantTypes = () =>
  list(enumeration(oauthGrantTypes))
    .check(minLength(1, 'Must have at least one grant type'))
    .refine(
      (types) => types.length === 0 || types.includes('AUTHORIZATION_CODE'),
      coded(
        'required',
        'Must include AUTHORIZATION_CODE, because the first refresh token is issued for an authorization code',
      ),
    );

const descriptions = {
  name: 'Name of the application; 1 to 100 characters, shown on the consent page.',
  homepageUrl: 'Homepage of the application, https or http; shown on the consent page.',
  redirectUris:
    'The allowed redirect URIs, 1 to 10: https, or http with the host localhost. The `redirect_uri` of an authorization request must match one of them character for character.',
  grantTypes: 'How the application obtains tokens: AUTHORIZATION_CODE, optionally with REFRESH_TOKEN.',
  allowedScopes: 'The scopes that the application may request, such as `contacts:read`.',
};

export const createOAuthClientInput = z.object({
  name: clientName().describe(descriptions.name),
  homepageUrl: homepageUrl().describe(descriptions.homepageUrl),
  redirectUris: redirectUris().describe(descriptions.redirectUris),
  grantTypes: grantTypes()
    .default([...oauthGrantTypes])
    .describe(`${descriptions.grantTypes} Default: both.`),
  allowedScopes: scopeList().describe(descriptions.allowedScopes),
  clientType: enumeration(oauthClientTypes).describe(
    'PUBLIC for applications that cannot keep a secret, such as browser or mobile apps. Cannot be changed later.',
  ),
});

const clientId = () =>
  id().describe('Numeric id of the OAuth client, not the `ocl_…` client id that the application uses.');

export const updateOAuthClientInput = z
  .object({
    id: clientId(),
    name: clientName().optional().describe(descriptions.name),
    homepageUrl: homepageUrl().describe(`${descriptions.homepageUrl} Null removes it.`),
    redirectUris: redirectUris().optional().describe(descriptions.redirectUris),
    grantTypes: grantTypes().optional().describe(descriptions.grantTypes),
    allowedScopes: scopeList()
      .optional()
      .describe(`${descriptions.allowedScopes} Issued tokens immediately lose scopes that are removed here.`),
  })
  .refine(...namesChange('id'));

/** The allowed overlaps, in hours. */
const overlaps: readonly number[] = [0, 1, 24];

export const oauthClientInput = z.object({ id: clientId() });
export const deleteOAuthClientInput = z.object({ id: clientId() });
export const rotateOAuthClientSecretInput = z.object({
  id: clientId(),
  overlapHours: integer(0, 24)
    .refine((hours) => overlaps.includes(hours), coded('unknown_value', `Must be one of: ${overlaps.join(', ')}`))
    .default(1)
    .describe('How many hours the old secret stays valid alongside the new one: 0, 1 or 24.'),
});
export const requestOAuthClientApprovalInput = z.object({ id: clientId() });

export const oauthClientListInput = z.object({
  ...pageOf('Clients'),
});

export const clientStatusInput = z.object({ status: enumeration(oauthClientStatuses).optional() });
export const clientDecisionInput = z.object({ clientId: text(64).check(notEmpty()) });

export type CreateOAuthClientInput = z.output<typeof createOAuthClientInput>;
export type RotateOAuthClientSecretInput = z.output<typeof rotateOAuthClientSecretInput>;
export type UpdateOAuthClientInput = z.output<typeof updateOAuthClientInput>;
export type ClientStatusInput = z.output<typeof clientStatusInput>;
export type ClientDecisionInput = z.output<typeof clientDecisionInput>;
export type OAuthClientListInput = z.output<typeof oauthClientListInput>;
