import { availableParallelism } from 'node:os';
import type pg from 'pg';
import { DomainError } from '#src/domain/errors.ts';
import { askingWorkspace } from '#src/lib/asking-workspace.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';
import { SessionPool } from './session-pool.ts';
import type { PipelinedStatement, Statement, StatementRunner } from './statement.ts';

/** This is no outage: other workspaces have the connections. */
const refusal = () => new DomainError('UNAVAILABLE');

interface FairPoolConfig extends pg.PoolConfig {
  readonly max: number;
  /** True if several workspaces share the pool, as in a server. */
  readonly isShared: boolean;
}

/** A pool that limits each workspace to its share of the connections. Requests over the share wait as for a connection. */
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

  /** The driver's pool passes a callback to connect for one statement, which `query` has admitted already. */
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

  /** The number of requests that wait for their workspace's share of the connections. */
  get waitingForShare(): number {
    return this.#turns.waiting;
  }
}

/** One workspace gets at most half of these. PostgreSQL is assumed to have as many cores as this machine. */
const statementsAtOnce = Math.max(2, Math.min(10, availableParallelism()));

type PooledStatement = Statement | PipelinedStatement;

/**
 * Limits statements whose cost grows with a workspace to the number of cores. With five concurrent searches of one workspace,
 * which its share of the connections would allow, PostgreSQL on two cores delayed all other requests by a second. Statements
 * without a workspace are cheap or belong to the server: they wait only for a connection.
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
