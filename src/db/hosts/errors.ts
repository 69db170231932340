import type { TargetServer } from '#src/lib/postgres-url.ts';

/** PostgreSQL refuses to write: it became a replica, or its address leads elsewhere by now. */
export const onlyReads = '25006';

/** A host answered, and is not what `target_session_attrs` asks for. */
export class WrongServerError extends Error {
  override readonly name = 'WrongServerError';
  readonly code = onlyReads;

  constructor(target: TargetServer) {
    super(target === 'primary' ? 'it is a replica' : 'it only reads');
  }
}

export interface TriedHost {
  readonly host: string;
  /** The host with its port, or the folder of its socket. */
  readonly at: string;
  /** How long it had to answer. */
  readonly withinMs: number;
}

interface AmongOthers extends TriedHost {
  readonly hosts: number;
  /** How long all of them may take. */
  readonly limitMs: number;
}

/** A host of the URL does not serve. The next connection tries another. */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly tried: AmongOthers;

  constructor(cause: unknown, tried: AmongOthers) {
    super(`${tried.at}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.tried = tried;
  }
}

/** None of the hosts serves. `errors` has the reason of each. */
export class NoHostError extends AggregateError {
  override readonly name = 'NoHostError';
  declare readonly errors: HostError[];

  constructor(errors: readonly HostError[]) {
    super(errors, `No PostgreSQL of the URL serves: ${errors.map(({ message }) => message).join('; ')}`);
  }
}

/** Tries to connect again until one of the hosts serves. */
export async function toFirstHost<Result>(connect: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const errors: HostError[] = [];
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      const { hosts, limitMs } = error.tried;
      if (errors.push(error) === hosts || performance.now() - startedAt >= limitMs) throw new NoHostError(errors);
    }
  }
}
