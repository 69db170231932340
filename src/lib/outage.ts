/**
 * The SQLSTATE of a PostgreSQL that cannot serve: the connection failed (08) or was refused (28), the database or the
 * disk is gone (3D000, 53, 58), an operator or a timeout ended the statement or the session (57, 25P03), or the server
 * only reads after a failover (25006).
 */
const sqlStates = /^(?:08...|28...|3D000|53...|57...|58...|25006|25P03)$/;

/** Of a connection that Node cannot open, or that breaks. */
const systemCodes: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Errors of Prisma for the same causes, where it does not pass on the code of the driver. */
const prismaCodes: ReadonlySet<unknown> = new Set([
  'P1000',
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2037',
]);

/** Prisma's code for all that may be wrong with a transaction, and its texts where PostgreSQL was busy for too long. */
const prismaTransaction = 'P2028';
const prismaTransactionTexts = /Unable to start a transaction in the given time|on an expired transaction/;

/** The driver gives these errors no code. */
const driverTexts =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable|Query read timeout|timeout exceeded when trying to connect|timeout expired)/;

/** Of Citus, where a worker breaks off in a transaction or is away: with the SQLSTATE of an internal error, as a bug has it. */
const citusTexts =
  /^(?:could not commit transaction for shard|failure on connection marked as essential|could not establish (?:connection|any connections)|execution cannot recover from multiple connection failures)/;

/** The SQLSTATE of a session that failed or was ended, and of a server that only reads after a failover. */
const lostSessionStates = /^(?:08...|57P0[1-5]|25006)$/;

const lostSessionCodes: ReadonlySet<unknown> = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'P1017',
]);

const lostSessionTexts =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable)/;
const timeoutTexts = /^Connection terminated due to connection timeout/;

interface ErrorParts {
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly originalCode?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  /** Of an error of GraphQL. */
  readonly originalError?: unknown;
  readonly errors?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown } | undefined;
}

/**
 * Whether an error means that a part that the service cannot do without is away: the same request may succeed as soon as
 * it is back. Every transport decides by this function whether to respond with 503 or 500.
 */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, severity, originalCode, syscall, message, cause, originalError, errors, meta } = error as ErrorParts;
  if (systemCodes.has(code) || prismaCodes.has(code)) return true;
  // PostgreSQL ends the session with an error of this severity, or does not begin it.
  if (severity === 'FATAL') return true;
  // The socket of the embedded PostgreSQL is a file, and absent while it restarts.
  if (syscall === 'connect' && (code === 'ENOENT' || code === 'EAGAIN')) return true;
  if ([code, originalCode].some((state) => typeof state === 'string' && sqlStates.test(state))) return true;
  if (typeof message === 'string') {
    if (driverTexts.test(message) || citusTexts.test(message)) return true;
    if (code === prismaTransaction && prismaTransactionTexts.test(message)) return true;
  }
  const inner = [cause, originalError, meta?.driverAdapterError, ...(Array.isArray(errors) ? errors : [])];
  return inner.some(isOutage);
}

/**
 * Whether the session with PostgreSQL was lost, or did not come about, without a timeout: another session may do better
 * at once. Not after a timeout, because the caller has waited long enough.
 */
export function isLostSession(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, originalCode, message, cause, errors, meta } = error as ErrorParts;
  if (typeof message === 'string' && timeoutTexts.test(message)) return false;
  if (lostSessionCodes.has(code)) return true;
  if ([code, originalCode].some((state) => typeof state === 'string' && lostSessionStates.test(state))) return true;
  if (typeof message === 'string' && lostSessionTexts.test(message)) return true;
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isLostSession);
  return isLostSession(cause) || isLostSession(meta?.driverAdapterError);
}
