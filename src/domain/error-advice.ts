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
    remedy: 'Compare its last four characters with the list of API keys. If the key is not there, create a new one.',
  },
  API_KEY_EXPIRED: {
    cause: 'The key is past its `expiresAt`.',
    remedy: 'Create a new key. Rotate the next one before it expires.',
  },
  INVALID_ACCESS_TOKEN: {
    cause:
      'The OAuth access token is unknown or revoked, its app was deleted, its connection has ended, or its user has left the workspace.',
    remedy: 'Refresh the token once. If that fails with `invalid_grant`, send the user to the consent page again.',
  },
  ACCESS_TOKEN_EXPIRED: {
    cause: 'The OAuth access token is older than an hour.',
    remedy: 'Refresh it, store the new pair, and repeat the request.',
  },
  INVALID_SESSION: {
    cause: 'The session is unknown or has ended, for example because the user signed out.',
    remedy: 'Sign in again. In programs, use an API key instead.',
  },
  SESSION_EXPIRED: {
    cause: 'The session was not used for 30 days, or began more than 90 days ago.',
    remedy: 'Sign in again.',
  },
  INVALID_SIGN_IN: {
    cause: 'The email address and password do not match.',
    remedy: 'Check both. After ten wrong passwords within 15 minutes, further attempts have to wait.',
  },
  INSUFFICIENT_SCOPE: {
    cause:
      'The credential lacks the scope that the message and `WWW-Authenticate` name. `write` does not include `read`.',
    remedy: 'Create a key with this scope. An app sends its user to the consent page with this scope in `scope`.',
  },
  FORBIDDEN: {
    cause:
      "The member's role does not allow the action, whatever the scopes. For example, only owners and admins can change custom fields and events.",
    remedy: 'Use the credential of an owner or admin, or ask one of them to change your role.',
  },
  NOT_FOUND: {
    cause:
      "The path does not exist, the record does not exist in the credential's workspace, or the member's role cannot see it.",
    remedy:
      'Check the path and the ids. If the request can name several records, `details.path` names the field. Check that the credential belongs to the right workspace: `{ workspace { name } }` in GraphQL returns its name.',
  },
  RECORD_NOT_FOUND: {
    cause: 'One of the records in the request does not exist in the workspace, or no longer exists.',
    remedy: 'List the records again and use their current ids. `details.path` names the field whose record is missing.',
  },
  EVENT_NOT_FOUND: {
    cause: 'The event does not exist, is deactivated, or has no hosts.',
    remedy: 'Check `GET /v1/events`. Activate the event with `PUT /v1/events/status`, and add a host to it.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    cause: 'The Idempotency-Key was used within the last 24 hours with a different body, user, role or scopes.',
    remedy: 'Use a new key, such as a UUID, for each new request. Reuse a key only to repeat the same request.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    cause: 'The first request with this Idempotency-Key is still running.',
    remedy: 'Repeat the request after a second to get the response of the first one.',
  },
  WORKSPACE_CHANGED: {
    cause:
      'The request named a workspace in `X-Slotline-Workspace`, but its session has since switched to another workspace.',
    remedy: 'Reload the page, or switch back with `switchWorkspace`. Nothing was executed.',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path does not support this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  NOT_ACCEPTABLE: {
    cause: 'The `Accept` header allows no format that `/graphql` supports.',
    remedy: 'Send `Accept: application/json`, or omit the header.',
  },
  PAYLOAD_TOO_LARGE: {
    cause: 'The body is larger than 1 MiB, or 2 MiB for bulk answers.',
    remedy: 'Split the work into several requests.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: 'The `Content-Type` is not JSON, or the body is compressed.',
    remedy: 'Send `Content-Type: application/json` and an uncompressed body.',
  },
  VALIDATION_FAILED: {
    cause: 'A parameter or a field is missing, malformed, out of range or unknown. The body names each of them.',
    remedy:
      'Read `details.fieldErrors` (by field) and `details.formErrors` (for the input as a whole). `details.errors` has a code and a path for each error, for programs. If a booking time is taken, `details.nextAvailable` has alternatives.',
  },
  RATE_LIMIT_EXCEEDED: {
    cause:
      'A rate limit is used up: the limit of the workspace at this endpoint, of its GraphQL cost, of an app at one address, of an address without a credential, or of rejected credentials from one address.',
    remedy: 'Wait for the number of seconds in `Retry-After`.',
  },
  UNAVAILABLE: {
    cause:
      'The database or another required part of the service does not respond, or too many passwords are waiting to be checked.',
    remedy:
      'Wait for the number of seconds in `Retry-After`, then repeat a GET. It is unknown whether a write succeeded: repeat it only with its `Idempotency-Key`.',
  },
  INTERNAL_SERVER_ERROR: {
    cause: 'An unexpected error in the service.',
    remedy: 'Repeat a GET. Give the operator the `X-Request-Id` of the response, which is in the log.',
  },
};

/** The errors of GraphQL itself, which have no row in the table. */
export const documentAdvice: Readonly<Record<string, Advice>> = {
  GRAPHQL_PARSE_FAILED: {
    cause: 'The document is not valid GraphQL.',
    remedy: 'Check `locations`. Try the document in GraphiQL.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    cause: 'The document does not match the schema: an unknown field, a missing argument, or a wrong type.',
    remedy: 'Read the message, which often suggests a name. Generate your types from the schema.',
  },
  BAD_USER_INPUT: {
    cause: 'A variable has a value that its type does not allow.',
    remedy: 'Check the variable that the message names.',
  },
  BAD_REQUEST: {
    cause: 'The request is malformed: the body is not JSON, `query` is missing, or a mutation was sent with GET.',
    remedy: 'Send a POST with `{"query": "…", "variables": {…}}`.',
  },
  OPERATION_RESOLUTION_FAILURE: {
    cause: 'The document has several operations, and `operationName` names none of them.',
    remedy: 'Send `operationName`.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    cause: 'The server has no persisted document with this SHA-256 hash.',
    remedy: 'Send the document itself in `query`.',
  },
  SUBSCRIPTIONS_NOT_SUPPORTED: { cause: 'The document is a subscription.', remedy: 'Poll with a query instead.' },
};

/** The remedy for a document that exceeds a GraphQL limit. */
export const documentLimitRemedy =
  'Select fewer fields, use a smaller `limit` for nested lists, or split the document.';
