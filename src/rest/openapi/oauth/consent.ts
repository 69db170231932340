import { errorTable } from '#src/domain/errors.ts';
import { oauthClientStatuses } from '#src/domain/oauth-clients/oauth-client.ts';
import { allScopes, basicAccess } from '#src/domain/principal/scopes.ts';
import { serverError, unavailable } from '../errors.ts';
import type { JsonSchema } from '../output-schemas.ts';
import { integer, record, reference, text } from '../schemas.ts';
import {
  always,
  headersNamed,
  limited,
  type Operations,
  oauthError,
  parts,
  plainError,
  response,
  tooMany,
  unstored,
} from './parts.ts';

function parameter(name: string, schema: JsonSchema, description: string, required = false): JsonSchema {
  return { name, in: 'query', required, description, schema };
}

const request = [
  parameter('response_type', { type: 'string', enum: ['code'] }, 'Must be `code`.', true),
  parameter('client_id', parts.clientId, 'Client id of the app: `ocl_…`.', true),
  parameter(
    'redirect_uri',
    parts.redirectUri,
    'A redirect URI that the app has registered, character for character.',
    true,
  ),
  parameter(
    'scope',
    parts.scope,
    'Requested scopes, separated by spaces. Default: all scopes that the app is allowed. `openid` and `offline_access` are ignored.',
  ),
  parameter('state', text('Opaque value.', 'af0ifjsldkj'), 'Returned unchanged.'),
  parameter('code_challenge', parts.challenge, 'The PKCE challenge; required for public apps.'),
  parameter('code_challenge_method', { type: 'string', enum: ['S256'] }, 'Required with a challenge.'),
  parameter(
    'resource',
    { type: 'array', items: parts.resource },
    'What the token is for (RFC 8707). Optional. Each value must be this API or one of its parts `/v1` and `/graphql`; otherwise the error is `invalid_target`.',
  ),
];

const workspaceId = parameter(
  'workspaceId',
  { type: 'integer', format: 'int32', minimum: 1 },
  "Id of the user's workspace to connect the app to. Default: the workspace of the session.",
);

const dataOf = (data: JsonSchema): JsonSchema => ({ type: 'object', required: ['data'], properties: { data } });

const redirectUrl = text(
  'The registered redirect URI with `code` or `error`, `state` and `iss`.',
  'https://dialer.example/callback?code=service_ac_x&state=af0ifjsldkj',
);
const redirect = dataOf(record('Where the browser goes next.', { redirectUrl }));
const redirectExample = { data: { redirectUrl: (redirectUrl.examples as string[])[0] } };

const nullableText = (description: string): JsonSchema => ({ type: ['string', 'null'], description });

/** The data of the page or, for an error that the app must receive, the redirect with it. */
const shown = record(
  'What the consent page shows, or the redirect that sends an error to the app.',
  {
    client: record('The app.', {
      clientId: parts.clientId,
      name: text('Name.', 'Dialer'),
      homepageUrl: nullableText('Homepage of the app.'),
      logoUrl: nullableText("URL of the app's logo."),
      status: { type: 'string', enum: oauthClientStatuses, description: 'Approval status of the app.' },
    }),
    scopes: {
      type: 'array',
      description: 'The requested scopes.',
      items: record('A scope.', {
        scope: { type: 'string', enum: allScopes, description: 'Name.' },
        description: text('What it allows.', 'See booked calls and their outcomes'),
      }),
    },
    basicAccess: text('What the app may do in addition, because `GET /v1/me` requires no scope.', basicAccess),
    workspaces: {
      type: 'array',
      description: 'The workspaces that the user can choose from.',
      items: record('A workspace.', {
        id: integer('Workspace id.'),
        name: text('Name.', 'Acme'),
        scopes: {
          type: 'array',
          items: { type: 'string' },
          description: "The requested scopes that the user's role there allows. No others are granted.",
        },
        allowed: { type: 'boolean', description: 'True if the app can be connected to the workspace.' },
        reason: nullableText('Why the app cannot be connected; null if it can.'),
      }),
    },
    pending: { type: 'boolean', description: 'True if the app is not approved.' },
    redirectUrl,
    error: text('The error that the app receives.', 'invalid_scope'),
    errorDescription: text('Description of the error.', 'requested scope is not allowed'),
  },
  [],
);
const question = dataOf(shown);
const questionExample = {
  data: {
    client: {
      clientId: (parts.clientId.examples as string[])[0],
      name: 'Dialer',
      homepageUrl: 'https://dialer.example/',
      logoUrl: null,
      status: 'ACTIVE',
    },
    scopes: [{ scope: 'eventCalls:read', description: 'See booked calls and their outcomes' }],
    basicAccess,
    workspaces: [{ id: 7, name: 'Acme', scopes: ['eventCalls:read'], allowed: true, reason: null }],
    pending: false,
  },
};

const errors: Record<string, JsonSchema> = {
  400: oauthError(
    'The app is unknown, or the redirect URI is not registered for it. The error is for the user, and is never redirected.',
    'invalid_client',
    'client is invalid',
  ),
  401: plainError(
    'There is no valid session.',
    { message: errorTable.MISSING_API_KEY.message, code: 'MISSING_API_KEY' },
    {
      ...always,
      ...headersNamed('WWW-Authenticate'),
    },
  ),
  403: response(
    'The app is not approved and belongs to another workspace; the user is not a member of the workspace; or the credential is not a session.',
    { anyOf: [reference('OAuthError'), reference('Error')] },
    { message: 'Only a signed-in session may do this', code: 'FORBIDDEN' },
    limited,
  ),
  429: tooMany({ points: 20, windowSeconds: 1 }),
  500: plainError(serverError, { message: errorTable.INTERNAL_SERVER_ERROR.message }),
  503: plainError(
    unavailable,
    { message: errorTable.UNAVAILABLE.message, code: 'UNAVAILABLE' },
    { ...limited, ...headersNamed('Retry-After') },
  ),
};

interface ConsentEndpoint {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly JsonSchema[];
  readonly responses: Record<string, JsonSchema>;
}

function endpoint({ responses, ...description }: ConsentEndpoint): Operations {
  return {
    get: { ...description, tags: ['oauth'], security: [{ bearerAuth: [] }], responses: { ...responses, ...errors } },
  };
}

const redirects: Record<string, JsonSchema> = {
  200: response('Where the browser goes next, for a client that accepts JSON.', redirect, redirectExample, unstored),
  303: {
    description: 'The redirect itself, for a browser that navigates.',
    headers: { ...unstored, Location: { description: 'Where the browser goes next.', schema: { type: 'string' } } },
  },
};

const forSessions = 'Only for sessions: an API key cannot grant access to an app.';

/** The endpoints behind the consent page. */
export const consentPaths: Record<string, Operations> = {
  '/v1/oauth/authorize': endpoint({
    operationId: 'allowAccess',
    summary: 'Allow access for an app',
    description: `Records that the user allows the app to act for them in one workspace, and returns the redirect with the code. Send the scopes that were shown. ${forSessions}`,
    parameters: [...request, workspaceId],
    responses: redirects,
  }),
  '/v1/oauth/authorize/preview': endpoint({
    operationId: 'previewAccess',
    summary: 'Preview the access that an app requests',
    description: `Returns what a consent page shows: the app, the scopes with their meaning, and the workspaces to choose from. Does not change anything. ${forSessions}`,
    parameters: request,
    responses: { 200: response('What the consent page shows.', question, questionExample, unstored) },
  }),
  '/v1/oauth/authorize/deny': endpoint({
    operationId: 'denyAccess',
    summary: 'Deny access for an app',
    description: `Returns the redirect with \`error=access_denied\` for the app. ${forSessions}`,
    parameters: request,
    responses: redirects,
  }),
};
