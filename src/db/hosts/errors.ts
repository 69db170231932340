import type { TargetServer } from '#src/lib/network/postgres-url.ts';

/** PostgreSQL refuses to write: it became a replica, or its address now points to another server. */
export const readOnlyTransaction = '25006';

/** A host answered, but does not match `target_session_attrs`. */
export class WrongServerError extends Error {
  override readonly name = 'WrongServerError';
  readonly code = readOnlyTransaction;

  constructor(target: TargetServer) {
    super(target === 'primary' ? 'it is a replica' : 'it is read-only');
  }
}

export interface TriedHost {
  readonly host: string;
  /** The host with its port, or the folder of its socket. */
  readonly at: string;
  /** The timeout of this host. */
  readonly withinMs: number;
}

interface HostAttempt extends TriedHost {
  readonly hosts: number;
  /** The timeout of all hosts together. */
  readonly limitMs: number;
}

/** A host of the URL does not accept connections. The next connection tries another. */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly tried: HostAttempt;

  constructor(cause: unknown, tried: HostAttempt) {
    super(`${tried.at}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.tried = tried;
  }
}

/** No host accepts connections. `errors` has the reason of each. */
export class NoHostError extends AggregateError {
  override readonly name = 'NoHostError';
  declare readonly errors: HostError[];

  constructor(errors: readonly HostError[]) {
    super(errors, `No PostgreSQL in the URL can serve: ${errors.map(({ message }) => message).join('; ')}`);
  }
}
