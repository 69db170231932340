import { availableParallelism } from 'node:os';
import type pg from 'pg';
import { DomainError } from '#src/domain/errors.ts';
import { askingWorkspace } from '#src/lib/asking-workspace.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';
import { SessionPool } from './session-pool.ts';
import type { PipelinedStatement, Statement, StatementRunner } from './statement.ts';

/** No outage: others have connections. */
const refusal = () => new DomainError('UNAVAILABLE');

interface FairPoolConfig extends pg.PoolConfig {
  readonly max: number;
  /** Workspaces share it, as those of a server do. */
  readonly isShared: boolean;
}

/** A pool in which no workspace holds more than its share of the connections. The others wait as long as for a connection. */
export class FairPool extends SessionPool {
  readonly #turns: FairTurns<number>;

  constructor({ isShared, ...config }: FairPoolConfig) {
    super(config);
    const { max, connectionTimeoutMillis: maxWaitMs } = config;
    this.#turns = new FairTurns({ atOnce: isShared ? max : Infinity, maxWaitMs, refusal });
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

/** A workspace alone has half of them. PostgreSQL is assumed to have as many cores as this machine. */
const statementsAtOnce = Math.max(2, Math.min(10, availableParallelism()));

type PooledStatement = Statement | PipelinedStatement;

/**
 * Statements whose cost grows with a workspace, as many at the same time as there are cores. With five searches of one
 * workspace at once, which its share of the connections would allow, PostgreSQL on two cores let all other requests wait
 * for a second. Those of no workspace are of one row, or of the server itself: they wait for a connection alone.
 */
export class FairStatements implements StatementRunner<PooledStatement> {
  readonly #runner: StatementRunner<PooledStatement>;
  readonly #turns: FairTurns<number>;

  constructor(runner: StatementRunner<PooledStatement>, maxWaitMs: number) {
    this.#runner = runner;
    this.#turns = new FairTurns({ atOnce: statementsAtOnce, maxWaitMs, refusal });
  }

  run<Row extends object>(statement: PooledStatement, values: unknown[]): Promise<Row[]> {
    const workspaceId = askingWorkspace();
    const run = () => this.#runner.run<Row>(statement, values);
    return workspaceId < 1 ? run() : this.#turns.run(workspaceId, run);
  }
}
