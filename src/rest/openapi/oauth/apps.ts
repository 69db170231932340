import { errorTable } from '#src/domain/errors.ts';
import type { JsonSchema } from '../output-schemas.ts';
import { always, answer, headersNamed, type Operations, oauthError, parts, text, tooMany } from './parts.ts';

const tokenRequest: JsonSchema = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: {
      type: 'string',
      enum: ['authorization_code', 'refresh_token'],
      description: 'What is exchanged: a code, with code and redirect_uri; or a refresh token, with refresh_token.',
    },
    code: parts.code,
    redirect_uri: { ...parts.redirectUri, description: 'The same as in the authorization.' },
    code_verifier: parts.verifier,
    refresh_token: parts.refreshToken,
    scope: { ...parts.scope, description: 'Fewer scopes than were granted, for this access token.' },
    client_id: parts.clientId,
    client_secret: parts.clientSecret,
  },
};

const tokenAnswer: JsonSchema = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'scope'],
  properties: {
    access_token: parts.accessToken,
    token_type: { type: 'string', const: 'Bearer', description: 'How it is sent.' },
    expires_in: { type: 'integer', description: 'Seconds for which the access token is good.', examples: [3600] },
    refresh_token: {
      ...parts.refreshToken,
      description: 'Good for 30 days. Absent where the app is not registered for refreshing.',
    },
    scope: { ...parts.scope, description: 'What was granted, separated by spaces.' },
  },
};

const revocationRequest: JsonSchema = {
  type: 'object',
  required: ['token'],
  properties: {
    token: parts.token,
    token_type_hint: text('Taken, and not needed: a token tells by itself what it is.', 'refresh_token'),
    client_id: parts.clientId,
    client_secret: parts.clientSecret,
  },
};

const exampleOf = ({ examples }: { examples?: unknown }) => (examples as string[])[0];
const [secretExample, refreshExample] = [exampleOf(parts.clientSecret), exampleOf(parts.refreshToken)];
const client = { client_id: exampleOf(parts.clientId), client_secret: secretExample };

const errors: Record<string, JsonSchema> = {
  400: oauthError('The request is not right.', 'invalid_request', "missing required parameter 'grant_type'"),
  401: oauthError('The app is unknown, or its secret is wrong.', 'invalid_client', 'client authentication failed', {
    ...always,
    ...headersNamed('WWW-Authenticate'),
  }),
  413: oauthError('The body is too large.', 'invalid_request', errorTable.PAYLOAD_TOO_LARGE.message),
  415: oauthError(
    'The body is neither JSON nor a form.',
    'invalid_request',
    'Content-Type must be application/json or application/x-www-form-urlencoded',
  ),
  429: tooMany({ points: 10, windowSeconds: 900 }),
  500: oauthError('Something went wrong on our side.', 'server_error', errorTable.INTERNAL_SERVER_ERROR.message),
};

interface AppEndpoint {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly request: JsonSchema;
  readonly example: object;
  readonly success: JsonSchema;
}

function endpoint({ request, example, success, ...told }: AppEndpoint): Operations {
  const content = { schema: request, example };
  return {
    post: {
      ...told,
      tags: ['oauth'],
      security: [{ clientAuthentication: [] }, {}],
      requestBody: {
        required: true,
        description: 'As JSON, or as the form that stock OAuth clients send.',
        content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
      },
      responses: { 200: success, ...errors },
    },
  };
}

/** The endpoints that apps call. */
export const appPaths: Record<string, Operations> = {
  '/v1/oauth/token': endpoint({
    operationId: 'exchangeToken',
    summary: 'Exchange a code or a refresh token',
    description: `Gives tokens for a code, or for a refresh token. A confidential app authenticates with HTTP Basic or with its secret in the body; a public app sends its client_id and the code_verifier. A code that comes twice revokes what it gave. Refreshes that race, or are repeated within 30 seconds because the answer was lost, get the same pair; a refresh token that is used later than that revokes the connection.`,
    request: tokenRequest,
    example: { grant_type: 'refresh_token', refresh_token: refreshExample, ...client },
    success: answer('The tokens.', tokenAnswer, {
      access_token: exampleOf(parts.accessToken),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: refreshExample,
      scope: exampleOf(parts.scope),
    }),
  }),
  '/v1/oauth/revoke': endpoint({
    operationId: 'revokeToken',
    summary: 'Revoke a connection',
    description: `Ends the connection that the token belongs to: all of its tokens at once, the access token given with it too. A token that is unknown, of another app or revoked already is answered alike.`,
    request: revocationRequest,
    example: { token: refreshExample, ...client },
    success: answer('The token is good for nothing, or never was.', { type: 'object', maxProperties: 0 }, {}),
  }),
};
