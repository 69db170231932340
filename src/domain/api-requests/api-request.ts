import { z } from 'zod';
import { coded, filterList, id, maxLength, notEmpty, text } from '#src/domain/input.ts';
import { cursor, limit, rangeBound } from '#src/domain/list-input.ts';

/** For how long requests are kept. */
export const requestRetentionDays = 7;

/** What was wrong with one value of an input. */
export interface RequestFieldError {
  /** As `utm[0].utmValue`; null for the input as a whole. */
  readonly path: string | null;
  readonly code: string;
}

/** A request with an API key or with the access token of an app, as it is stored: without body and without query values. */
export interface StoredRequest {
  /** When it came. */
  readonly time: string;
  /** The member as whom the key or the app acts. */
  readonly userId: number;
  readonly apiKeyId: number | null;
  readonly connectionId: string | null;
  readonly clientId: string | null;
  readonly method: string;
  /** A path with placeholders for what varies: callers make no routes. */
  readonly route: string;
  readonly operationName: string | null;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
  readonly errorCode: string | null;
  /** A fixed text, without values of the request. */
  readonly errorMessage: string | null;
  readonly fieldErrors: readonly RequestFieldError[] | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** How many requests it stands for. */
  readonly represents: number;
}

export interface ApiRequest extends Omit<StoredRequest, 'fieldErrors'> {
  readonly id: string;
  readonly apiKeyName: string | null;
  readonly clientName: string | null;
  readonly rootFields: readonly string[];
  readonly fieldErrors: readonly RequestFieldError[];
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
