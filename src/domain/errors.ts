import { maxFormPairs } from '#src/lib/network/form-body.ts';
import { isOutage } from '#src/lib/network/outage.ts';
import { type BodyProblem, maxParts } from '#src/lib/network/request-body.ts';
import { detailsOf, type FieldErrorCode, type Problem, pathText, type ValidationDetails } from './field-errors.ts';
import type { Requester } from './principal/requester.ts';

/**
 * Every error that a caller may see: its status, its text, and whether the REST body shows its code. The contract fixes
 * texts and codes. Details for the log go into the error's `cause`.
 */
export const errorTable = {
  MISSING_API_KEY: { status: 401, message: 'API key is required', showsCode: true },
  INVALID_API_KEY: { status: 401, message: 'Invalid API key', showsCode: false },
  API_KEY_EXPIRED: { status: 401, message: 'API key expired', showsCode: false },
  INVALID_ACCESS_TOKEN: { status: 401, message: 'Invalid access token', showsCode: false },
  ACCESS_TOKEN_EXPIRED: { status: 401, message: 'Access token expired', showsCode: false },
  INVALID_SESSION: { status: 401, message: 'Invalid session', showsCode: false },
  SESSION_EXPIRED: { status: 401, message: 'Session expired', showsCode: false },
  INVALID_SIGN_IN: { status: 401, message: 'Wrong email or password', showsCode: true },
  INSUFFICIENT_SCOPE: { status: 403, message: 'Missing scope', showsCode: true },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this', showsCode: true },
  NOT_FOUND: { status: 404, message: 'Resource not found!', showsCode: true },
  RECORD_NOT_FOUND: { status: 404, message: 'Record not found!', showsCode: true },
  EVENT_NOT_FOUND: { status: 404, message: 'Resource not found!', showsCode: true },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: 'This Idempotency-Key was used with another request body, or by another caller',
    showsCode: true,
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running',
    showsCode: true,
  },
  WORKSPACE_CHANGED: {
    status: 409,
    message: 'This session has switched to another workspace: reload the page',
    showsCode: true,
  },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed', showsCode: true },
  NOT_ACCEPTABLE: {
    status: 406,
    message: 'Accept must allow application/json or application/graphql-response+json',
    showsCode: true,
  },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Request body is too large', showsCode: true },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Content-Type must be application/json', showsCode: true },
  VALIDATION_FAILED: { status: 400, message: 'Validation failed', showsCode: false },
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'Too many requests, please try again later.', showsCode: true },
  UNAVAILABLE: { status: 503, message: 'Service temporarily unavailable', showsCode: true },
  INTERNAL_SERVER_ERROR: { status: 500, message: 'Something went wrong', showsCode: false },
} as const satisfies Record<string, { status: number; message: string; showsCode: boolean }>;

export type ErrorCode = keyof typeof errorTable;

/** The state of a rate-limit window after one call. */
export interface RateDecision {
  readonly allowed: boolean;
  /** Points in a whole window. */
  readonly limit: number;
  readonly remaining: number;
  /** Epoch milliseconds at which the window ends, by this node's clock. */
  readonly resetAt: number;
  /** Whole seconds to wait: 0 when allowed, at least 1 when refused. */
  readonly retryAfterSeconds: number;
  /** Length of the window. Absent for the window of the service. */
  readonly windowSeconds?: number;
  /** The message of a refusal; without it, the default message for too many requests. */
  readonly reason?: string;
}

/** The input field whose record was not found; for a list of ids, also the first 100 missing ids and their number. */
interface MissingRecords {
  readonly path: string;
  readonly ids?: readonly number[];
  readonly count?: number;
}

/** The fields of an error's `details`, over all codes. */
export type ErrorDetails = Partial<ValidationDetails & { path: string; ids: number[]; count: number }>;

export interface ErrorExtras {
  message?: string;
  details?: ValidationDetails;
  missing?: MissingRecords;
  rate?: RateDecision;
  scope?: string;
  requester?: Requester;
  cause?: unknown;
}

/** The only error class of the domain. Any other error is a bug and becomes INTERNAL_SERVER_ERROR. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ValidationDetails | undefined;
  readonly missing: MissingRecords | undefined;
  readonly rate: RateDecision | undefined;
  readonly scope: string | undefined;
  /** The owner of the refused credential, if known. */
  readonly requester: Requester | undefined;

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(extras.message ?? errorTable[code].message, { cause: extras.cause });
    this.code = code;
    this.status = errorTable[code].status;
    this.details = extras.details;
    this.missing = extras.missing;
    this.rate = extras.rate;
    this.scope = extras.scope;
    this.requester = extras.requester;
  }
}

/** Returns a domain error unchanged, UNAVAILABLE for an outage, and undefined for an unexpected error, which is a 500. */
export function domainErrorOf(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  return isOutage(error) ? new DomainError('UNAVAILABLE', { cause: error }) : undefined;
}

/** The headers of every 503 response. */
export const retryHeaders = { 'Retry-After': '1' };

/** The error of a request body that cannot be read. */
export function bodyError(problem: BodyProblem): DomainError {
  switch (problem) {
    case 'too large':
      return new DomainError('PAYLOAD_TOO_LARGE');
    case 'not UTF-8':
      return formError('malformed', 'Request body must be UTF-8');
    case 'broken off':
      return formError('malformed', 'Request body must be complete');
    case 'too many parts':
      return formError('malformed', `Request body must have at most ${maxParts} names, lists and objects`);
    case 'too many pairs':
      return new DomainError('PAYLOAD_TOO_LARGE', { message: `A form has at most ${maxFormPairs} fields` });
    case 'encoded':
      return new DomainError('UNSUPPORTED_MEDIA_TYPE', { message: 'Content-Encoding is not supported' });
    case 'not JSON':
      return new DomainError('UNSUPPORTED_MEDIA_TYPE');
  }
}

const maxMissing = 100;

/** The error of a list of ids, some of which the workspace does not have. */
export function idsNotFound(path: string, ids: readonly number[]): DomainError {
  return new DomainError('NOT_FOUND', { missing: { path, ids: ids.slice(0, maxMissing), count: ids.length } });
}

/** The error of a record that the input names and the caller does not see, whether or not another workspace has it. */
export function recordNotFound(
  path: string | Problem['path'],
  code: 'NOT_FOUND' | 'EVENT_NOT_FOUND' | 'RECORD_NOT_FOUND' = 'NOT_FOUND',
): DomainError {
  return new DomainError(code, { missing: { path: typeof path === 'string' ? path : (pathText(path) ?? '') } });
}

/** Returns the record, or throws if it does not exist or the caller may not see it. */
export function requireFound<Found>(
  found: Found | null | undefined,
  code: 'NOT_FOUND' | 'EVENT_NOT_FOUND' = 'NOT_FOUND',
): Found {
  if (found === null || found === undefined) throw new DomainError(code);
  return found;
}

/** The error of an input with these problems. */
export function invalidInput(problems: readonly Problem[]): DomainError {
  return new DomainError('VALIDATION_FAILED', { details: detailsOf(problems) });
}

/** The error of one value: of a field, or of an item of a list such as `['hosts', 1, 'userId']`. */
export function fieldError(path: string | Problem['path'], code: FieldErrorCode, message: string): DomainError {
  return invalidInput([{ path: typeof path === 'string' ? [path] : path, code, message }]);
}

/** An error of a record inside an input: the paths of the record's error begin with its own. Other errors stay as they are. */
export function errorWithin(path: Problem['path'], error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  const { code, details, missing } = error;
  if (missing) {
    return new DomainError(code, { missing: { ...missing, path: pathText([...path, missing.path]) ?? '' } });
  }
  if (!details) return error;
  const problems = details.errors.map((each) => ({ ...each, path: each.path === null ? path : [...path, each.path] }));
  const { formErrors, fieldErrors, errors } = detailsOf(problems);
  return new DomainError(code, { details: { ...details, formErrors, fieldErrors, errors } });
}

/** The error of the input as a whole. */
export function formError(code: FieldErrorCode, message: string): DomainError {
  return invalidInput([{ path: [], code, message }]);
}
