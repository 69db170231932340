/** A pattern of outage errors: each part that is present must match. */
interface Outage {
  /** A code of PostgreSQL (SQLSTATE), of the system, or of Prisma. */
  readonly code?: RegExp;
  readonly text?: RegExp;
  readonly severity?: 'FATAL';
  readonly syscall?: 'connect';
  /**
   * True: the session was lost or not established, and another one may work at once. False: the caller has waited long enough,
   * whatever the nested cause. Otherwise the nested errors decide.
   */
  readonly isLost?: boolean;
}

/** The first match counts. */
const outages: readonly Outage[] = [
  // The driver and its pool give their errors no code.
  { text: /^Connection terminated due to connection timeout/, isLost: false },
  { text: /^Connection terminated/, isLost: true },
  { text: /^Client (?:has encountered a connection error|was closed) and is not queryable/, isLost: true },
  // PostgreSQL: the connection failed, the session was ended, or the server only reads after a failover.
  { code: /^(?:08...|57P0[1-5]|25006)$/, isLost: true },
  // A connection that breaks, and Prisma's code for it.
  { code: /^(?:ECONNABORTED|ECONNREFUSED|ECONNRESET|EPIPE|P1017)$/, isLost: true },

  { text: /^(?:Query read timeout|timeout exceeded when trying to connect|timeout expired)/ },
  // PostgreSQL: the user was refused, the database or the disk is gone, an operator or a timeout ended what ran.
  { code: /^(?:28...|3D000|53...|57...|58...|25P03)$/ },
  // A connection that Node cannot open.
  { code: /^(?:EAI_AGAIN|EHOSTDOWN|EHOSTUNREACH|ENETDOWN|ENETUNREACH|ENOTFOUND|ETIMEDOUT)$/ },
  // The socket of the embedded PostgreSQL is a file, and absent while it restarts.
  { code: /^(?:ENOENT|EAGAIN)$/, syscall: 'connect' },
  // Prisma, if it does not pass on the code of the driver. P2028 stands for any problem of a transaction.
  { code: /^(?:P100[01238]|P1011|P2024|P2037)$/ },
  { code: /^P2028$/, text: /Unable to start a transaction in the given time|on an expired transaction/ },
  // Citus, if a worker fails in a transaction or is away: its code is that of an internal error, as for a bug.
  { text: /^could not commit transaction for shard/ },
  { text: /^failure on connection marked as essential/ },
  { text: /^could not establish (?:connection|any connections)/ },
  { text: /^execution cannot recover from multiple connection failures/ },
  // PostgreSQL ends the session with an error of this severity, or does not begin it.
  { severity: 'FATAL' },
];

interface ErrorParts {
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly originalCode?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  /** Set in an error of GraphQL. */
  readonly originalError?: unknown;
  readonly errors?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown } | undefined;
}

function outageOf({ code, originalCode, message, severity, syscall }: ErrorParts): Outage | undefined {
  const matches = (pattern: RegExp | undefined, ...texts: unknown[]) =>
    !pattern || texts.some((text) => typeof text === 'string' && pattern.test(text));
  return outages.find(
    (each) =>
      matches(each.code, code, originalCode) &&
      matches(each.text, message) &&
      (!each.severity || each.severity === severity) &&
      (!each.syscall || each.syscall === syscall),
  );
}

/**
 * True if an error means that an indispensable part of the service is away: the same request may succeed as soon as it is back.
 * Every transport decides by this function whether to respond with 503 or 500.
 */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { cause, originalError, errors, meta }: ErrorParts = error;
  const inner = [cause, originalError, meta?.driverAdapterError, ...(Array.isArray(errors) ? errors : [])];
  return outageOf(error) !== undefined || inner.some(isOutage);
}

/** True if the session with PostgreSQL was lost, or not established, without a timeout. */
export function isLostSession(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { isLost } = outageOf(error) ?? {};
  if (isLost !== undefined) return isLost;
  const { cause, errors, meta }: ErrorParts = error;
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isLostSession);
  return isLostSession(cause) || isLostSession(meta?.driverAdapterError);
}
