import { z } from 'zod';
import { coded, filterList, id, maxLength, notEmpty, text } from '#src/domain/input.ts';
import { cursor, limit, rangeBound } from '#src/domain/list-input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';

export const requestRetentionDays = 7;

/** The problem of one value of an input. */
export const requestFieldErrorRecord = {
  path: field.string('Path of the value, such as `utm[0].utmValue`; null for the input as a whole.').nullable(),
  code: field.string('Why the value was rejected: a field error code such as `too_long`.'),
};
export interface RequestFieldError extends RecordOf<typeof requestFieldErrorRecord> {}

/** A request with an API key or with the access token of an app, without body and without query values. */
export const apiRequestRecord = {
  id: field.string('Id of this log entry: `req_…`.'),
  time: field.dateTime('When the request was received.'),
  userId: field.int('User id of the member on whose behalf the key or app acts.'),
  apiKeyId: field.int('Id of the API key; null for a request from an app.').nullable(),
  apiKeyName: field.string('Name of the API key.').nullable(),
  connectionId: field.string('Connection id of the app: `con_…`; null for a request with an API key.').nullable(),
  clientId: field.string('Client id of the app: `ocl_…`.').nullable(),
  clientName: field.string('Name of the app; also null if the app was deleted.').nullable(),
  method: field.string('HTTP method.'),
  // A path with placeholders, so that callers cannot create new routes.
  route: field.string('Route: `/v1/contacts`, `/graphql`; `other` for unknown paths.'),
  operationName: field.string('Operation name of the GraphQL document; null if it has none, and for `/v1`.').nullable(),
  rootFields: field.strings('The root fields of the executed GraphQL document, each listed once; empty for `/v1`.'),
  status: field.int('HTTP status of the response.'),
  durationMs: field.int('Response time in milliseconds.'),
  requestId: field.string('The `X-Request-Id` of the response.'),
  errorCode: field
    .string(
      'Error code. For GraphQL, the code of the first error, even if the status is 200. Null if there was no error.',
    )
    .nullable(),
  errorMessage: field
    .string('Error message, such as `Missing scope: deals:read`. It contains no values from the request.')
    .nullable(),
  fieldErrors: field.objects(requestFieldErrorRecord, 'The validation errors of the input; at most 20.'),
  address: field.string('IP address of the client.').nullable(),
  userAgent: field.string('The first 200 characters of the `User-Agent` header.').nullable(),
  represents: field.int(
    'How many requests this entry represents: 1, or more if so many arrived within a second that only a sample was logged.',
  ),
};
export interface ApiRequest extends RecordOf<typeof apiRequestRecord> {}

type NotStored = 'id' | 'apiKeyName' | 'clientName' | 'rootFields' | 'fieldErrors';

/** A request as it is stored. */
export interface StoredRequest extends Readonly<Omit<ApiRequest, NotStored>> {
  readonly fieldErrors: readonly RequestFieldError[] | null;
}

export interface ApiRequestPage {
  readonly requests: readonly ApiRequest[];
  readonly nextCursor: string | null;
}

/** The public id of a logged request. */
export function apiRequestId(id: string): string {
  return `req_${id}`;
}

const maxStatuses = 10;

/** A status such as `403`, or a class of them such as `4xx`. */
const statusText = () =>
  text(3).refine(
    (value) => /^[2-5](?:xx|\d\d)$/.test(value),
    coded('invalid_format', 'Must be a status code such as 403, or a class such as 4xx'),
  );

export const apiRequestListInput = z.object({
  limit: limit().describe('Requests per page, 1 to 100.'),
  cursor: cursor().describe(
    '`start`, or the `nextCursor` of the previous page. The cursor includes the filters: omit them, or send the same ones again.',
  ),
  apiKeyId: id().optional().describe('Only requests with this API key, by its id.'),
  connectionId: text(64).check(notEmpty()).optional().describe('Only requests of this connection: `con_…`.'),
  clientId: text(64).check(notEmpty()).optional().describe('Only requests of the app with this client id: `ocl_…`.'),
  status: filterList(statusText())
    .check(maxLength(maxStatuses, `Must have at most ${maxStatuses} items`))
    .optional()
    .describe('HTTP status codes such as `403`, or classes: `2xx`, `3xx`, `4xx`, `5xx`.'),
  route: text(100)
    .check(notEmpty())
    .optional()
    .describe('Only requests to this route, such as `/v1/contacts` or `/graphql`.'),
  requestId: text(128).check(notEmpty()).optional().describe('The `X-Request-Id` of the response.'),
  from: rangeBound('Start', 'time'),
  to: rangeBound('End', 'time'),
});

export type ApiRequestListInput = z.output<typeof apiRequestListInput>;
