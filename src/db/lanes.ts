import type pg from 'pg';
import type { ConnectionConfig } from './connection.ts';
import type { ClosableRunner, Distribution } from './distribution.ts';
import { FairStatements } from './fair-pool.ts';
import { Pipeline } from './pipeline.ts';
import { type Cost, onClient, type PipelinedStatement, type Statement, type StatementRunner } from './statement.ts';
import { pipelinedSessionOptions, sessionOptions } from './types.ts';

/** The maximum number of connections of each lane with dedicated ones. They open on demand. */
export const laneConnections = { credential: 2, row: 4, page: 3 } as const;

interface LaneOptions {
  readonly connection: ConnectionConfig;
  /** Statements of cost `grows` share it with transactions. */
  readonly pool: pg.Pool;
  /** For queries about the nodes of a distributed database. */
  readonly admin: pg.Pool;
  /** Shorter timeouts: no caller waits long for a credential. */
  readonly credentialTimeouts: ConnectionConfig;
  /** How long a workspace waits for its turn with `grows` statements. Undefined: there are no turns. */
  readonly maxWaitMs: number | undefined;
  readonly distribution?: Distribution | undefined;
  readonly pipelines?: number;
  readonly onMisroutedAnswer?: (error: Error) => void;
}

/** A runner with separate connections for each cost of statements. */
export interface Lanes extends StatementRunner<Statement | PipelinedStatement> {
  close(): Promise<void>;
}

/**
 * Runs each statement on the connections of its cost, so that a lookup of a microsecond never waits behind a page, and a page
 * never behind a search.
 */
export function openLanes(options: LaneOptions): Lanes {
  const { connection, pool, admin, distribution, pipelines = Infinity, maxWaitMs } = options;
  const pageOptions = distribution?.pageOptions ?? pipelinedSessionOptions;
  const distributed = distribution?.runners(admin);
  const pipeline = (cost: keyof typeof laneConnections, own: ConnectionConfig = {}): ClosableRunner => {
    const size = Math.min(pipelines, laneConnections[cost]);
    const open = (config: ConnectionConfig) => new Pipeline(config, size, options.onMisroutedAnswer);
    const config = { ...connection, options: pageOptions, ...own };
    return distributed ? distributed(config, open) : open(config);
  };
  const own = {
    credential: pipeline('credential', options.credentialTimeouts),
    row: pipeline('row'),
    page: pipeline('page', distribution && { options: sessionOptions }),
  };
  const pooled = onClient(pool);
  const grows = maxWaitMs === undefined ? pooled : new FairStatements(pooled, maxWaitMs);
  const lanes: Readonly<Record<Cost, StatementRunner<PipelinedStatement>>> = { ...own, grows };
  return {
    run: (statement, values) =>
      'takesNonce' in statement ? lanes[statement.cost].run(statement, values) : grows.run(statement, values),
    close: async () => {
      await Promise.all(Object.values(own).map((lane) => lane.close()));
    },
  };
}
