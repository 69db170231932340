import type { Context as KoaContext } from 'koa';
import { challenge } from '#src/access/authenticate.ts';
import { rateLimitBody } from '#src/access/rate-limit/limiter.ts';
import { DomainError, errorTable, type ValidationDetails } from '#src/domain/errors.ts';

interface ErrorResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object;
}

/** The request that failed. */
export interface ErrorPlace {
  /** The path without the query. */
  readonly endpoint: string;
  readonly method: string;
  readonly validationErrors: 'A' | 'B';
  /** Whether the request carried a bearer token. */
  readonly sentToken: boolean;
  readonly showsStack: boolean;
}

interface SendErrorOptions {
  readonly showsStack: boolean;
  /** Logs an unexpected error. */
  readonly onError: (error: unknown, koa: KoaContext) => void;
  /** The method of the endpoint, if it differs from that of the request: the endpoint of a HEAD is a GET. */
  readonly method?: string | undefined;
  readonly validationErrors?: ErrorPlace['validationErrors'] | undefined;
}

/** Responds with an error as the contract describes it. */
export function sendError(koa: KoaContext, error: unknown, options: SendErrorOptions): void {
  const { status, headers, body } = errorResponse(error, {
    endpoint: koa.path,
    method: options.method ?? koa.method,
    validationErrors: options.validationErrors ?? 'A',
    sentToken: /^bearer +\S/i.test(koa.get('authorization')),
    showsStack: options.showsStack,
  });
  if (status === 500) options.onError(error, koa);
  koa.set(headers);
  koa.status = status;
  koa.type = 'application/json; charset=utf-8';
  koa.body = JSON.stringify(body);
}

/** Any error as the contract's status, headers and body. An error that is not of the domain becomes the generic 500. */
export function errorResponse(error: unknown, place: ErrorPlace): ErrorResponse {
  if (!(error instanceof DomainError) || error.code === 'INTERNAL_SERVER_ERROR') return internalError(error, place);
  if (error.code === 'VALIDATION_FAILED') return validationResponse(error, place);
  if (error.rate) return { status: 429, headers: {}, body: rateLimitBody(error.rate) };
  const { status, showsCode } = errorTable[error.code];
  const body = { message: error.message, ...(showsCode && { code: error.code }) };
  const retry = error.code === 'UNAVAILABLE' && { 'Retry-After': '1' };
  return { status, headers: { ...challenge(error, place.sentToken), ...retry }, body };
}

function internalError(error: unknown, { showsStack }: ErrorPlace): ErrorResponse {
  const { status, message } = errorTable.INTERNAL_SERVER_ERROR;
  const stack = showsStack && error instanceof Error ? { stack: String(error.stack) } : {};
  return { status, headers: {}, body: { message, ...stack } };
}

function validationResponse(
  error: DomainError,
  { endpoint, method, validationErrors, showsStack }: ErrorPlace,
): ErrorResponse {
  const details = error.details ?? { formErrors: [error.message], fieldErrors: {} };
  const body =
    validationErrors === 'A'
      ? { message: { status: 400, details, endpoint, method } }
      : { message: firstMessage(details), details, ...(showsStack && { stack: String(error.stack) }) };
  return { status: 400, headers: {}, body };
}

function firstMessage({ formErrors, fieldErrors }: ValidationDetails): string {
  return formErrors[0] ?? Object.values(fieldErrors)[0]?.[0] ?? errorTable.VALIDATION_FAILED.message;
}
