import { domainErrorOf, type ErrorCode, errorTable } from '#src/domain/errors.ts';
import { withoutCredentials } from '#src/domain/principal/credentials.ts';
import type { RequestFieldError } from './api-request.ts';

/** An error as the request log stores it. It contains nothing that the caller sent, except field names. */
interface ErrorSummary {
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly fieldErrors: readonly RequestFieldError[] | null;
}

/** GraphQL's own error messages quote the document. The log has these texts instead. */
const documentMessages: Readonly<Record<string, string>> = {
  GRAPHQL_PARSE_FAILED: 'The document is not valid GraphQL',
  GRAPHQL_VALIDATION_FAILED: 'The document does not match the schema',
  BAD_USER_INPUT: 'A variable or an argument has the wrong type',
  BAD_REQUEST: 'The request is not a valid GraphQL-over-HTTP request',
  OPERATION_RESOLUTION_FAILURE:
    'The document has no operation with this name, or has several and no operationName was sent',
  PERSISTED_QUERY_NOT_FOUND: 'There is no persisted document with this hash',
  SUBSCRIPTIONS_NOT_SUPPORTED: 'Subscriptions are not supported',
  QUERY_TOO_LONG: 'The document is too long',
  QUERY_TOO_DEEP: 'The document has too many levels',
  QUERY_TOO_WIDE: 'The document has too many selections',
  TOO_MANY_ALIASES: 'The document has too many aliases',
  QUERY_TOO_COSTLY: 'The document costs too much',
};

const maxFieldErrors = 20;
const maxMessageLength = 300;
const maxPathLength = 200;

/** The code of an error, which is INTERNAL_SERVER_ERROR for an unexpected one; undefined if there is no error. */
export function codeOfError(error: unknown): string | undefined {
  return error === undefined ? undefined : known(error).code;
}

export function summaryOf(error: unknown): ErrorSummary {
  if (error === undefined) return { errorCode: null, errorMessage: null, fieldErrors: null };
  if (error instanceof SummarisedError)
    return { errorCode: error.code, errorMessage: error.message, fieldErrors: null };
  const { code, message, details } = known(error);
  return { errorCode: code, errorMessage: messageOf(code, message), fieldErrors: fieldErrorsOf(code, details) };
}

interface KnownError {
  readonly code: string;
  readonly message?: string | undefined;
  readonly details?: unknown;
}

/** An error that carries its own summary for the log. Neither of its texts may come from the request. */
export class SummarisedError extends Error {
  override readonly name = 'SummarisedError';
  readonly code: string;

  constructor(code: string, summary: string) {
    super(summary);
    this.code = code;
  }
}

function known(error: unknown): KnownError {
  if (error instanceof SummarisedError) return { code: error.code };
  const { code, details } = (error as { readonly extensions?: Partial<KnownError> }).extensions ?? {};
  if (typeof code === 'string') return { code, details, message: (error as Error).message };
  const ofDomain = domainErrorOf(error);
  if (!ofDomain) return { code: 'INTERNAL_SERVER_ERROR' };
  return { code: ofDomain.code, message: ofDomain.message, details: ofDomain.details ?? ofDomain.missing };
}

/** Each code of a domain error has one fixed message, or a few. Other messages may quote the caller. */
function messageOf(code: string, message: string | undefined): string | null {
  if (!Object.hasOwn(errorTable, code)) return documentMessages[code] ?? null;
  const isFixed = code !== 'VALIDATION_FAILED' && code !== 'INTERNAL_SERVER_ERROR';
  return ((isFixed && message) || errorTable[code as ErrorCode].message).slice(0, maxMessageLength);
}

function fieldErrorsOf(code: string, details: unknown): RequestFieldError[] | null {
  const { errors, path } = (details ?? {}) as { errors?: readonly RequestFieldError[]; path?: string };
  if (Array.isArray(errors)) {
    return errors.slice(0, maxFieldErrors).map((each) => ({ path: each.path && pathText(each.path), code: each.code }));
  }
  return code.endsWith('NOT_FOUND') && typeof path === 'string' ? [{ path: pathText(path), code: 'not_found' }] : null;
}

/** A part of a path may be a name that the caller chose. */
function pathText(path: string): string {
  return withoutCredentials(path.replace(/[^\x20-\x7e]/g, '?')).slice(0, maxPathLength);
}
