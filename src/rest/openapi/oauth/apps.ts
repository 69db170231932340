import { sharedLimits } from '#src/access/limit-table.ts';
import { errorTable } from '#src/domain/errors.ts';
import { serverError } from '../errors.ts';
import type { JsonSchema } from '../output-schemas.ts';
import { text } from '../schemas.ts';
import { headersNamed, type Operations, oauthError, oauthTooMany, parts, response, unstored } from './parts.ts';

const tokenRequest: JsonSchema = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: {
      type: 'string',
      enum: ['authorization_code', 'refresh_token'],
      description:
        'The grant type: an authorization code (with code and redirect_uri) or a refresh token (with refresh_token).',
    },
    code: parts.code,
    redirect_uri: { ...parts.redirectUri, description: 'The same redirect URI as in the authorization request.' },
    code_verifier: parts.verifier,
    refresh_token: parts.refreshToken,
    scope: {
      ...parts.scope,
      description: 'A subset of the granted scopes, for this access token. `openid` and `offline_access` are ignored.',
    },
    client_id: parts.clientId,
    client_secret: parts.clientSecret,
    resource: {
      description:
        'What the token is for (RFC 8707). Optional. Each value must be this API or one of its parts `/v1` and `/graphql`; otherwise the error is `invalid_target`. Several values are repeated in a form, or a list in JSON.',
      anyOf: [parts.resource, { type: 'array', description: 'Several values.', items: parts.resource }],
    },
  },
};

const tokenResponse: JsonSchema = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'scope'],
  properties: {
    access_token: parts.accessToken,
    token_type: { type: 'string', const: 'Bearer', description: 'The type of the token.' },
    expires_in: { type: 'integer', description: 'Seconds until the access token expires.', examples: [3600] },
    refresh_token: {
      ...parts.refreshToken,
      description:
        'The refresh token, valid for 30 days. Absent if the app is not registered for the refresh_token grant type.',
    },
    scope: { ...parts.scope, description: 'The granted scopes, separated by spaces.' },
  },
};

const revocationRequest: JsonSchema = {
  type: 'object',
  required: ['token'],
  properties: {
    token: parts.token,
    token_type_hint: text('Accepted but ignored, because the prefix of a token shows its type.', 'refresh_token'),
    client_id: parts.clientId,
    client_secret: parts.clientSecret,
  },
};

const exampleOf = ({ examples }: { examples?: unknown }) => (examples as string[])[0];
const [secretExample, refreshExample] = [exampleOf(parts.clientSecret), exampleOf(parts.refreshToken)];
const client = { client_id: exampleOf(parts.clientId), client_secret: secretExample };

const tokenExample = {
  access_token: exampleOf(parts.accessToken),
  token_type: 'Bearer',
  expires_in: 3600,
  refresh_token: refreshExample,
  scope: exampleOf(parts.scope),
};

const errors: Record<string, JsonSchema> = {
  400: oauthError('The request is invalid.', 'invalid_request', "missing required parameter 'grant_type'", unstored),
  401: oauthError('The app is unknown, or its secret is wrong.', 'invalid_client', 'client authentication failed', {
    ...unstored,
    ...headersNamed('WWW-Authenticate'),
  }),
  413: oauthError('The body is too large.', 'invalid_request', errorTable.PAYLOAD_TOO_LARGE.message, unstored),
  415: oauthError(
    'The body is neither JSON nor a form.',
    'invalid_request',
    'Content-Type must be application/json or application/x-www-form-urlencoded',
    unstored,
  ),
  429: oauthTooMany(
    'More than 20 requests per second by the app from one address, or too many with a wrong secret. Repeat the request after retryAfter seconds: no code or token was consumed.',
    sharedLimits.requests.app,
  ),
  500: oauthError(serverError, 'server_error', errorTable.INTERNAL_SERVER_ERROR.message),
};

interface AppEndpoint {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly request: JsonSchema;
  readonly example: object;
  readonly success: JsonSchema;
}

function endpoint({ request, example, success, ...description }: AppEndpoint): Operations {
  const content = { schema: request, example };
  return {
    post: {
      ...description,
      tags: ['oauth'],
      security: [{ clientAuthentication: [] }, {}],
      requestBody: {
        required: true,
        description: 'JSON, or the form encoding that common OAuth clients send.',
        content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
      },
      responses: { 200: success, ...errors },
    },
  };
}

const strict =
  'With `Prefer: handling=strict` (RFC 7240), an unknown parameter is an `invalid_request` error that names it and the most similar known one, and the response has `Preference-Applied: handling=strict`. Without it, unknown parameters are ignored.';

/** The endpoints that apps call. */
export const appPaths: Record<string, Operations> = {
  '/v1/oauth/token': endpoint({
    operationId: 'exchangeToken',
    summary: 'Exchange a code or a refresh token',
    description: `Issues tokens for an authorization code or a refresh token. A confidential app authenticates with HTTP Basic or with its secret in the body; a public app sends its client_id and the code_verifier. If a code is used twice, the tokens that were issued for it are revoked. Parallel refreshes, and refreshes repeated within 30 seconds because the response was lost, return the same pair of tokens. A refresh token that is reused later revokes the connection. ${strict}`,
    request: tokenRequest,
    example: { grant_type: 'refresh_token', refresh_token: refreshExample, ...client },
    success: response('The tokens.', tokenResponse, tokenExample, unstored),
  }),
  '/v1/oauth/revoke': endpoint({
    operationId: 'revokeToken',
    summary: 'Revoke a connection',
    description: `Revokes the connection of the token, and with it all of its tokens, immediately. The response is the same for a token that is unknown, already revoked, or belongs to another app. ${strict}`,
    request: revocationRequest,
    example: { token: refreshExample, ...client },
    success: response('The token is now invalid.', { type: 'object', maxProperties: 0 }, {}, unstored),
  }),
};
