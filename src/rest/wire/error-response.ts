import type { Context as KoaContext } from 'koa';
import { challenge, sentToken } from '#src/access/authenticate.ts';
import { rateLimitBody, rateLimitHeaders } from '#src/access/rate-limit/decision.ts';
import { type DomainError, domainErrorOf, errorTable, retryHeaders } from '#src/domain/errors.ts';
import { detailsOf, type UnknownKey, type ValidationDetails } from '#src/domain/field-errors.ts';
import { isOutage } from '#src/lib/network/outage.ts';

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
  /** True if the request carried a bearer token. */
  readonly sentToken: boolean;
  /** The scope that the endpoint requires. */
  readonly scope?: string | undefined;
  /** The unknown keys of its body, if it has any. */
  readonly unknownKeys?: readonly UnknownKey[] | undefined;
  readonly showsStack: boolean;
}

interface SendErrorOptions {
  readonly showsStack: boolean;
  /** Logs an unexpected error, or an outage. */
  readonly onError: (error: unknown, koa: KoaContext) => void;
  /** The method of the endpoint, if it differs from that of the request: HEAD uses the endpoint of GET. */
  readonly method?: string | undefined;
  readonly validationErrors?: ErrorPlace['validationErrors'] | undefined;
  readonly scope?: string | undefined;
  readonly unknownKeys?: ErrorPlace['unknownKeys'];
}

/** Responds with an error as the contract describes it. */
export function sendError(koa: KoaContext, error: unknown, options: SendErrorOptions): void {
  const { status, headers, body } = errorResponse(error, {
    endpoint: koa.path,
    method: options.method ?? koa.method,
    validationErrors: options.validationErrors ?? 'A',
    scope: options.scope,
    unknownKeys: options.unknownKeys,
    sentToken: sentToken(koa.get('authorization')),
    showsStack: options.showsStack,
  });
  koa.state.error = error;
  if (status === 500 || isOutage(error)) options.onError(error, koa);
  koa.set(headers);
  koa.status = status;
  koa.type = 'application/json; charset=utf-8';
  koa.body = JSON.stringify(body);
}

/** Converts any error to the status, headers and body of the contract. An unexpected error becomes the generic 500. */
export function errorResponse(cause: unknown, place: ErrorPlace): ErrorResponse {
  const error = domainErrorOf(cause);
  if (!error || error.code === 'INTERNAL_SERVER_ERROR') return internalError(cause, place);
  if (error.code === 'VALIDATION_FAILED') return validationResponse(error, place);
  if (error.rate) return { status: 429, headers: rateLimitHeaders(error.rate), body: rateLimitBody(error.rate) };
  const { status, showsCode } = errorTable[error.code];
  const body = {
    message: error.message,
    ...(showsCode && { code: error.code }),
    ...(error.missing && { details: error.missing }),
  };
  const retry = error.code === 'UNAVAILABLE' && retryHeaders;
  return { status, headers: { ...challenge(error, place), ...retry }, body };
}

function internalError(error: unknown, { showsStack }: ErrorPlace): ErrorResponse {
  const { status, message } = errorTable.INTERNAL_SERVER_ERROR;
  const stack = showsStack && error instanceof Error ? { stack: String(error.stack) } : {};
  return { status, headers: {}, body: { message, ...stack } };
}

function validationResponse(
  error: DomainError,
  { endpoint, method, validationErrors, showsStack, unknownKeys: unknown }: ErrorPlace,
): ErrorResponse {
  const stated = error.details ?? detailsOf([{ path: [], code: 'invalid', message: error.message }]);
  const details = unknown?.length ? { ...stated, unknown } : stated;
  const body =
    validationErrors === 'A'
      ? { message: { status: 400, details, endpoint, method } }
      : { message: firstMessage(details), details, ...(showsStack && { stack: String(error.stack) }) };
  return { status: 400, headers: {}, body };
}

function firstMessage({ formErrors, fieldErrors }: ValidationDetails): string {
  return formErrors[0] ?? Object.values(fieldErrors)[0]?.[0] ?? errorTable.VALIDATION_FAILED.message;
}
