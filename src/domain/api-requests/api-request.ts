import { z } from 'zod';
import { coded, filterList, id, maxLength, notEmpty, text } from '#src/domain/input.ts';
import { cursor, limit, rangeBound } from '#src/domain/list-input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';

export const requestRetentionDays = 7;

/** The problem of one value of an input. */
export const requestFieldErrorRecord = {
  path: field.string('Where the value was, as `utm[0].utmValue`; null for the input as a whole.').nullable(),
  code: field.string('Why it was refused: a code of field errors such as `too_long`.'),
};
export interface RequestFieldError extends RecordOf<typeof requestFieldErrorRecord> {}

/** A request with an API key or with the access token of an app, without body and without query values. */
export const apiRequestRecord = {
  id: field.string('Id of this entry: `req_…`.'),
  time: field.dateTime('When the request came.'),
  userId: field.int('Id of the member as whom the key or the app acts.'),
  apiKeyId: field.int('Id of the API key; null for the request of an app.').nullable(),
  apiKeyName: field.string('Name of the API key.').nullable(),
  connectionId: field.string('Connection of the app: `con_…`; null for the request of an API key.').nullable(),
  clientId: field.string('Client id of the app: `ocl_…`.').nullable(),
  clientName: field.string('Name of the app; null also when the app was deleted.').nullable(),
  method: field.string('HTTP method.'),
  // A path with placeholders, so that callers cannot create new routes.
  route: field.string('Route: `/v1/contacts`, `/graphql`; `other` for unknown paths.'),
  operationName: field
    .string('Name of the operation of a GraphQL document; null if it has none, and for `/v1`.')
    .nullable(),
  rootFields: field.strings('The root fields of a GraphQL document that was executed, each once; empty for `/v1`.'),
  status: field.int('HTTP status of the response.'),
  durationMs: field.int('How long the response took, in milliseconds.'),
  requestId: field.string('The `X-Request-Id` of the response.'),
  errorCode: field
    .string(
      'Code of the error, or of the first error of a GraphQL response, which may have the status 200; null where there was none.',
    )
    .nullable(),
  errorMessage: field
    .string('What the code means here, such as `Missing scope: deals:read`. It has no values of the request.')
    .nullable(),
  fieldErrors: field.objects(requestFieldErrorRecord, 'What was wrong with the input; at most 20.'),
  address: field.string('IP address of the client.').nullable(),
  userAgent: field.string('The first 200 characters of the `User-Agent`.').nullable(),
  represents: field.int(
    'How many requests this one stands for: 1, or more where so many came within a second that a sample of them was kept.',
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
    coded('invalid_format', 'Must be a status such as 403, or a class such as 4xx'),
  );

export const apiRequestListInput = z.object({
  limit: limit().describe('Requests a page, 1 to 100.'),
  cursor: cursor().describe(
    '`start`, or the `nextCursor` of the previous page, which carries the filters: leave them out, or send the same again.',
  ),
  apiKeyId: id().optional().describe('Requests with this API key: its id.'),
  connectionId: text(64).check(notEmpty()).optional().describe('Requests of this connection: `con_…`.'),
  clientId: text(64).check(notEmpty()).optional().describe('Requests of this app: its client id, `ocl_…`.'),
  status: filterList(statusText())
    .check(maxLength(maxStatuses, `Must have at most ${maxStatuses} items`))
    .optional()
    .describe('HTTP statuses such as `403`, or classes of them: `2xx`, `3xx`, `4xx`, `5xx`.'),
  route: text(100).check(notEmpty()).optional().describe('Requests to this route: `/v1/contacts`, `/graphql`.'),
  requestId: text(128).check(notEmpty()).optional().describe('The `X-Request-Id` of the response.'),
  from: rangeBound('Start', 'time'),
  to: rangeBound('End', 'time'),
});

export type ApiRequestListInput = z.output<typeof apiRequestListInput>;
