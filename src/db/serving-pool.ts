import pg from 'pg';
import { DomainError } from '#src/domain/errors.ts';

type Connect = Parameters<pg.Pool['connect']>[0];

/**
 * The pool of a server. When all connections stay busy for too long, or PostgreSQL cannot be reached, nothing has been
 * sent yet: the caller gets a 503 and repeats the request.
 */
export class ServingPool extends pg.Pool {
  readonly #onNoConnection: (error: Error) => void;

  constructor(config: pg.PoolConfig, onNoConnection: (error: Error) => void = () => undefined) {
    super(config);
    this.#onNoConnection = onNoConnection;
  }

  /** `Pool.query` calls it with a callback, everything else without. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connect): void;
  override connect(callback?: Connect): unknown {
    if (!callback) return super.connect().catch((error) => Promise.reject(this.#unavailable(error)));
    return super.connect((error, client, release) => callback(error && this.#unavailable(error), client, release));
  }

  #unavailable(error: Error): DomainError {
    this.#onNoConnection(error);
    return new DomainError('UNAVAILABLE', { cause: error });
  }
}
