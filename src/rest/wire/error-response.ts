import { challenge } from '#src/access/challenge.ts';
import { rateLimitBody } from '#src/access/rate-limit/headers.ts';
import { DomainError, errorTable, type ValidationDetails } from '#src/domain/errors.ts';

export interface ErrorResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object;
}

export interface ErrorPlace {
  /** The path without the query. */
  readonly endpoint: string;
  readonly method: string;
  readonly validationErrors: 'A' | 'B';
  /** Whether a bearer token came with the request. */
  readonly sentToken: boolean;
  readonly showsStack: boolean;
}

/** Any error as the contract's body, status and headers. What is not a domain error is told as the generic 500. */
export function errorResponse(error: unknown, place: ErrorPlace): ErrorResponse {
  if (!(error instanceof DomainError) || error.code === 'INTERNAL_SERVER_ERROR') return internalError(error, place);
  if (error.code === 'VALIDATION_FAILED') return validationResponse(error, place);
  if (error.rate) return { status: 429, headers: {}, body: rateLimitBody(error.rate) };
  const { status, showsCode } = errorTable[error.code];
  const body = showsCode ? { message: error.message, code: error.code } : { message: error.message };
  const retry: Record<string, string> = error.code === 'UNAVAILABLE' ? { 'Retry-After': '1' } : {};
  return { status, headers: { ...challenge(error, place.sentToken), ...retry }, body };
}

function internalError(error: unknown, { showsStack }: ErrorPlace): ErrorResponse {
  const { status, message } = errorTable.INTERNAL_SERVER_ERROR;
  const stack = showsStack && error instanceof Error ? { stack: String(error.stack) } : {};
  return { status, headers: {}, body: { message, ...stack } };
}

function validationResponse(error: DomainError, place: ErrorPlace): ErrorResponse {
  const details = error.details ?? { formErrors: [error.message], fieldErrors: {} };
  const { endpoint, method } = place;
  if (place.validationErrors === 'A') {
    return { status: 400, headers: {}, body: { message: { status: 400, details, endpoint, method } } };
  }
  const stack = place.showsStack ? { stack: String(error.stack) } : {};
  return { status: 400, headers: {}, body: { message: firstMessage(details), details, ...stack } };
}

function firstMessage({ formErrors, fieldErrors }: ValidationDetails): string {
  return formErrors[0] ?? Object.values(fieldErrors)[0]?.[0] ?? errorTable.VALIDATION_FAILED.message;
}
