import { rateLimitBody } from '#src/access/rate-limit/decision.ts';
import { errorTable, type RateDecision } from '#src/domain/errors.ts';
import { rateLimitMembers } from '../error-schemas.ts';
import type { JsonSchema } from '../output-schemas.ts';
import { record, reference, text } from '../schemas.ts';

export type Operations = Record<string, JsonSchema>;

const secret = 'x4mB2kVtq7Zr0hNfYc8sLpDgWj6oTuE1aRi5nXbQv93';

/** The parameters and members of the endpoints, each described once. */
export const parts = {
  clientId: text('Client id of the app: `ocl_…`.', 'ocl_4fKq0ZrWb6VtYh2mXcN8sLpD'),
  clientSecret: text('Client secret, for a confidential app that does not use HTTP Basic.', `service_cs_${secret}`),
  redirectUri: text(
    'A redirect URI that the app has registered, character for character.',
    'https://dialer.example/callback',
  ),
  scope: text('Scopes, separated by spaces.', 'contacts:read eventCalls:read'),
  code: text(
    'The authorization code from the redirect. It can be used once, within 10 minutes.',
    `service_ac_${secret}`,
  ),
  challenge: text('base64url(SHA-256(code_verifier)).', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
  verifier: text('PKCE verifier, 43 to 128 characters. Required if the authorization had a challenge.', secret),
  resource: text('What the token is for (RFC 8707): this API.', 'https://api.example.com/v1'),
  accessToken: text('The access token, for `Authorization: Bearer`.', `service_at_${secret}`),
  refreshToken: text(
    'The refresh token. It can be used once, within 30 days: each refresh returns a new one.',
    `service_rt_${secret}`,
  ),
  token: text('An access or a refresh token.', `service_rt_${secret}`),
};

/** References to `components.headers` by name. */
export function headersNamed(...names: string[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const always = headersNamed('X-Request-Id');
export const limited = headersNamed('X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset');

/** Headers of every response to an app, and of the data of the consent page. */
export const unstored = { ...limited, ...headersNamed('Cache-Control') };

export function response(description: string, schema: JsonSchema, example: unknown, headers = always): JsonSchema {
  return { description, headers, content: { 'application/json': { schema, example } } };
}

export function oauthError(description: string, error: string, message: string, headers = always): JsonSchema {
  return response(description, reference('OAuthError'), { error, error_description: message, message }, headers);
}

export function plainError(description: string, example: object, headers = always): JsonSchema {
  return response(description, reference('Error'), example, headers);
}

interface ExampleLimit {
  readonly points: number;
  readonly windowSeconds: number;
}

function refused({ points, windowSeconds }: ExampleLimit): RateDecision {
  return { allowed: false, limit: points, remaining: 0, resetAt: 0, retryAfterSeconds: 1, windowSeconds };
}
const retryable = { ...limited, ...headersNamed('Retry-After') };

export function tooMany(limit: ExampleLimit): JsonSchema {
  const schema = reference('RateLimitError');
  return response('Too many requests in one window.', schema, rateLimitBody(refused(limit)), retryable);
}

/** The rate limit response of the endpoints for apps, in the format of OAuth. */
export function oauthTooMany(description: string, limit: ExampleLimit): JsonSchema {
  const schema = reference('OAuthRateLimitError');
  const message = errorTable.RATE_LIMIT_EXCEEDED.message;
  const error = { error: 'too_many_requests', error_description: message, message };
  const headers = { ...retryable, ...unstored };
  return response(description, schema, { ...error, ...rateLimitBody(refused(limit)) }, headers);
}

const errorMembers = {
  error: text('Machine-readable code.', 'invalid_grant'),
  error_description: text('Human-readable message.', 'code_verifier does not match the code_challenge'),
  message: text('The same as error_description.', 'code_verifier does not match the code_challenge'),
};

export const oauthSchemas: Record<string, JsonSchema> = {
  OAuthError: record('An OAuth error (RFC 6749, 5.2), with `message` as in every other error.', errorMembers),
  OAuthRateLimitError: record(
    'Too many requests in one window: an OAuth error that also has the properties of every 429.',
    {
      ...errorMembers,
      ...rateLimitMembers,
    },
  ),
};

export const oauthTag: JsonSchema = {
  name: 'oauth',
  description: 'OAuth 2.0 (RFC 6749, 7009, 7636, 9207): apps that act for the users who connect them.',
};
