import type { BodyProblem } from '#src/lib/request-body.ts';

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
    message: 'This Idempotency-Key was used with another request body',
    showsCode: true,
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running',
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

/** Why an input is refused: messages for the whole input, and messages by field. */
export interface ValidationDetails {
  formErrors: string[];
  fieldErrors: Record<string, string[]>;
  /** Of a time that cannot be booked: the next ones that can, at most three. */
  nextAvailable?: string[];
}

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
}

export interface ErrorExtras {
  message?: string;
  details?: ValidationDetails;
  rate?: RateDecision;
  scope?: string;
  cause?: unknown;
}

/** The only error class of the domain. Any other error is a bug and becomes INTERNAL_SERVER_ERROR. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ValidationDetails | undefined;
  readonly rate: RateDecision | undefined;
  readonly scope: string | undefined;

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(extras.message ?? errorTable[code].message, { cause: extras.cause });
    this.code = code;
    this.status = errorTable[code].status;
    this.details = extras.details;
    this.rate = extras.rate;
    this.scope = extras.scope;
  }
}

/** The error of a request body that cannot be read. */
export function bodyError(problem: BodyProblem): DomainError {
  switch (problem) {
    case 'too large':
      return new DomainError('PAYLOAD_TOO_LARGE');
    case 'not UTF-8':
      return validationError({}, ['Request body must be UTF-8']);
    case 'broken off':
      return validationError({}, ['Request body must be whole']);
    case 'encoded':
      return new DomainError('UNSUPPORTED_MEDIA_TYPE', { message: 'Content-Encoding is not supported' });
    case 'not JSON':
      return new DomainError('UNSUPPORTED_MEDIA_TYPE');
  }
}

export function validationError(fieldErrors: Record<string, string[]>, formErrors: string[] = []): DomainError {
  return new DomainError('VALIDATION_FAILED', { details: { formErrors, fieldErrors } });
}
