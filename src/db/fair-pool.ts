import type pg from 'pg';
import { DomainError } from '#src/domain/errors.ts';
import { askingWorkspace } from '#src/lib/asking-workspace.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';
import { SessionPool } from './session-pool.ts';

/** A pool in which no workspace holds more than its share of the connections. The others wait as long as for a connection. */
export class FairPool extends SessionPool {
  readonly #turns: FairTurns<number>;

  /** `isShared`: workspaces share it, as those of a server do. */
  constructor({ isShared, ...config }: pg.PoolConfig & { readonly max: number; readonly isShared: boolean }) {
    super(config);
    this.#turns = new FairTurns({
      atOnce: isShared ? config.max : Infinity,
      maxWaitMs: config.connectionTimeoutMillis,
      // No outage: others have connections.
      refusal: () => new DomainError('UNAVAILABLE'),
    });
  }

  override query(...args: unknown[]): never {
    return this.#turns.run(askingWorkspace(), () => super.query(...args) as Promise<unknown>) as never;
  }

  /** With a callback, as the driver's pool calls it for one statement, that statement has its turn already. */
  override connect(...args: unknown[]): never {
    return (args.length > 0 ? super.connect(...args) : this.#connect()) as never;
  }

  async #connect(): Promise<pg.PoolClient> {
    const workspaceId = askingWorkspace();
    const waiting = this.#turns.begin(workspaceId);
    if (waiting) await waiting;
    try {
      const client = await (super.connect() as Promise<pg.PoolClient>);
      const { release } = client;
      client.release = (error) => {
        release(error);
        this.#turns.end(workspaceId);
      };
      return client;
    } catch (error) {
      this.#turns.end(workspaceId);
      throw error;
    }
  }

  /** Those that wait for their share of the connections. */
  get waitingForShare(): number {
    return this.#turns.waiting;
  }
}
