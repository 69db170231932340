import type { TargetServer } from '#src/lib/postgres-url.ts';

const onlyReads = '25006';

/** A host answered, and is not what `target_session_attrs` asks for. */
export class WrongServerError extends Error {
  override readonly name = 'WrongServerError';
  /** Of a PostgreSQL that refuses to write. */
  readonly code = onlyReads;

  constructor(target: TargetServer) {
    super(target === 'primary' ? 'it is a replica' : 'it only reads');
  }
}

export interface HostFailure {
  readonly host: string;
  /** The host with its port, or the folder of its socket. */
  readonly at: string;
  /** How long it had to answer. */
  readonly withinMs: number;
  readonly error: unknown;
}

/** None of the hosts serves. `errors` has the reason of each. */
export class NoHostError extends AggregateError {
  override readonly name = 'NoHostError';
  readonly failures: readonly HostFailure[];

  constructor(failures: readonly HostFailure[]) {
    const reasons = failures.map(({ at, error }) => `${at}: ${error instanceof Error ? error.message : error}`);
    super(
      failures.map(({ error }) => error),
      `No PostgreSQL of the URL serves: ${reasons.join('; ')}`,
    );
    this.failures = failures;
  }
}
