import type { ErrorCode } from './errors.ts';

export interface Advice {
  readonly cause: string;
  readonly remedy: string;
}

/** The advice for every error code: a new code without advice does not compile. */
export const errorAdvice: Readonly<Record<ErrorCode, Advice>> = {
  MISSING_API_KEY: {
    cause:
      'There is no `Authorization` header, its scheme is not `Bearer`, or the credential does not begin with `service_`.',
    remedy:
      'Send `Authorization: Bearer service_…`. Check that a proxy or a redirect to another host has not removed the header.',
  },
  INVALID_API_KEY: {
    cause: 'The key is unknown, revoked or mistyped, or its member has left the workspace.',
    remedy: 'Compare its last four characters with the list of keys. If it is not there, make a new key.',
  },
  API_KEY_EXPIRED: {
    cause: 'The key is past its `expiresAt`.',
    remedy: 'Make a new key. Rotate the next one before it ends.',
  },
  INVALID_ACCESS_TOKEN: {
    cause:
      'The OAuth access token is unknown or revoked, or the app, the connection or the membership of its user has ended.',
    remedy: 'Refresh once. If that is an `invalid_grant`, send the user to the consent page again.',
  },
  ACCESS_TOKEN_EXPIRED: {
    cause: 'The OAuth access token is older than an hour.',
    remedy: 'Refresh it, store the new pair, and repeat the request.',
  },
  INVALID_SESSION: {
    cause: 'The session is unknown or was ended, for example by signing out.',
    remedy: 'Sign in again. Programs use an API key instead.',
  },
  SESSION_EXPIRED: { cause: 'The session was not used for 30 days, or began 90 days ago.', remedy: 'Sign in again.' },
  INVALID_SIGN_IN: {
    cause: 'The e-mail address and the password do not belong together.',
    remedy: 'Check both. After ten wrong passwords in 15 minutes an address has to wait.',
  },
  INSUFFICIENT_SCOPE: {
    cause:
      'The credential lacks the scope that the message and `WWW-Authenticate` name. `write` does not include `read`.',
    remedy: 'Make a key with this scope; an app sends its user to the consent page with the scope in `scope`.',
  },
  FORBIDDEN: {
    cause:
      'The role of the member does not allow it, whatever the scopes. Custom fields and events, for example, are changed by owners and admins.',
    remedy: 'Use the credential of an owner or admin, or ask one for another role.',
  },
  NOT_FOUND: {
    cause:
      'There is no such path, or no such record in the workspace of the credential, or the role of the member does not see it.',
    remedy:
      'Check the path and the ids: `details.path` names the field where the request may name several records. Check that the credential is of the right workspace: `{ workspace { name } }` in GraphQL returns its name.',
  },
  RECORD_NOT_FOUND: {
    cause: 'One of the records that the request names does not exist in the workspace, or not any more.',
    remedy: 'List the records again and use their present ids; `details.path` names the field whose record is missing.',
  },
  EVENT_NOT_FOUND: {
    cause: 'The event does not exist, is deactivated, or has no hosts.',
    remedy: 'Look at `GET /v1/events`; activate the event at `PUT /v1/events/status`, and give it a host.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    cause:
      'The Idempotency-Key came with another body, or from another user, role or scopes, within the last 24 hours.',
    remedy: 'Use a new key, such as a UUID, for each new request, and the same one only for its repetitions.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    cause: 'The first request with this Idempotency-Key has not ended yet.',
    remedy: 'Repeat after a second: you get the response of the first request.',
  },
  WORKSPACE_CHANGED: {
    cause: 'The request named a workspace in `X-Slotline-Workspace`, and its session has switched to another since.',
    remedy: 'Load the page again, or switch back with `switchWorkspace`. Nothing was run.',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  NOT_ACCEPTABLE: {
    cause: '`Accept` allows no format that `/graphql` has.',
    remedy: 'Send `Accept: application/json`, or no such header.',
  },
  PAYLOAD_TOO_LARGE: {
    cause: 'The body is larger than 1 MiB, or 2 MiB for answers in bulk.',
    remedy: 'Split the work into several requests.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: 'The body is not announced as JSON, or it is compressed.',
    remedy: 'Send `Content-Type: application/json` and a plain body.',
  },
  VALIDATION_FAILED: {
    cause: 'A parameter or a field is missing, malformed, out of range or unknown. The body names each of them.',
    remedy:
      'Read `details.fieldErrors` (by field) and `details.formErrors` (about the whole); `details.errors` has a code and a path of each for programs. A taken time of a booking comes with `details.nextAvailable`.',
  },
  RATE_LIMIT_EXCEEDED: {
    cause:
      'The window is used up: that of the workspace at this endpoint, of its GraphQL cost, of an app at one address, of an address without a credential, or of refused credentials from one address.',
    remedy: 'Wait as many seconds as `Retry-After` says.',
  },
  UNAVAILABLE: {
    cause:
      'The database, or another part that the service needs, does not answer, or too many passwords wait to be checked.',
    remedy:
      'Wait as many seconds as `Retry-After` says, and repeat a GET. The fate of a write is unknown: repeat it only with its `Idempotency-Key`.',
  },
  INTERNAL_SERVER_ERROR: {
    cause: 'A mistake in the service.',
    remedy: 'Repeat a GET. Tell the operator the `X-Request-Id` of the response: it is in the log.',
  },
};

/** The errors of GraphQL itself, which have no row in the table. */
export const documentAdvice: Readonly<Record<string, Advice>> = {
  GRAPHQL_PARSE_FAILED: {
    cause: 'The document is not GraphQL.',
    remedy: 'Look at `locations`. Try the document in GraphiQL.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    cause: 'The document does not fit the schema: an unknown field, a missing argument, or a wrong type.',
    remedy: 'Look at the message, which often proposes a name. Generate your types from the schema.',
  },
  BAD_USER_INPUT: {
    cause: 'A variable has a value that its type does not allow.',
    remedy: 'Look at the name in the message.',
  },
  BAD_REQUEST: {
    cause: 'The request around the document is malformed: no JSON, no `query`, or a mutation by GET.',
    remedy: 'Send a POST with `{"query": "…", "variables": {…}}`.',
  },
  OPERATION_RESOLUTION_FAILURE: {
    cause: 'The document has several operations, and `operationName` names none of them.',
    remedy: 'Send `operationName`.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    cause: 'The server knows no document with this SHA-256.',
    remedy: 'Send the document itself in `query`.',
  },
  SUBSCRIPTIONS_NOT_SUPPORTED: { cause: 'The document is a subscription.', remedy: 'Query again after some time.' },
};

/** The remedy for a document that exceeds a GraphQL limit. */
export const documentLimitRemedy = 'Select less, give nested lists a smaller `limit`, or split the document.';
