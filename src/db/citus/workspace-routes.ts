import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';

/** A node that holds rows of workspaces. */
export interface WorkerNode {
  readonly host: string;
  readonly port: number;
}

interface WorkerRow extends WorkerNode {
  readonly workspaceId: number;
}

/** Some 100 bytes each. */
const maxRoutes = 100_000;
/** After a workspace was moved to another node, requests take a detour for so long at most. */
const keepMs = 60_000;

/** Undefined: no node is known to answer by itself. */
interface Route {
  readonly worker: WorkerNode | undefined;
  readonly untilMs: number;
}

/**
 * $1 workspaces. A node without the catalog of the others answers for its own rows only through the coordinator. The shards
 * come from a query of their own, because Citus calls its function volatile: in a join it ran for each placement.
 */
const workersOfWorkspaces = `SELECT w."workspaceId", n."nodename" AS "host", n."nodeport" AS "port"
  FROM (SELECT u."id" AS "workspaceId", get_shard_id_for_distribution_column('"Workspace"', u."id") AS "shardId"
    FROM unnest($1::int[]) u("id")) w
  JOIN pg_dist_placement p ON p."shardid" = w."shardId"
  JOIN pg_dist_node n ON n."groupid" = p."groupid"
  WHERE n."noderole" = 'primary' AND n."isactive" AND n."hasmetadata" AND n."metadatasynced"`;

/**
 * Which node holds the rows of a workspace. It is a hint: any node answers for any workspace, by asking the one that has it.
 */
export class WorkspaceRoutes {
  readonly #pool: Pool;
  readonly #routes = new LRUCache<number, Route>({ max: maxRoutes });
  readonly #workers = new Map<string, WorkerNode>();
  /** The workspaces whose node is asked for. */
  readonly #pending = new Set<number>();
  #isQuerying = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Undefined while it is not known; the same object for the same node. A route that is too old counts for nothing: its
   * node may be no part of the database any more.
   */
  workerOf(workspaceId: number): WorkerNode | undefined {
    const route = this.#routes.get(workspaceId);
    if (route && route.untilMs >= performance.now()) return route.worker;
    this.#pending.add(workspaceId);
    if (!this.#isQuerying) void this.#query();
    return undefined;
  }

  /** One statement at a time, for all that are pending by then: after a start every workspace is unknown. */
  async #query(): Promise<void> {
    this.#isQuerying = true;
    while (this.#pending.size > 0) {
      const ids = [...this.#pending];
      const workers = await this.#workersOf(ids);
      for (const id of ids) {
        this.#pending.delete(id);
        if (workers) this.#routes.set(id, { worker: workers.get(id), untilMs: performance.now() + keepMs });
      }
    }
    this.#isQuerying = false;
  }

  /** Undefined: the coordinator does not answer. The requests themselves say so. */
  async #workersOf(workspaceIds: readonly number[]): Promise<Map<number, WorkerNode> | undefined> {
    try {
      const { rows } = await this.#pool.query<WorkerRow>(workersOfWorkspaces, [workspaceIds]);
      return new Map(rows.map(({ workspaceId, host, port }) => [workspaceId, this.#known({ host, port })]));
    } catch {
      return undefined;
    }
  }

  #known(worker: WorkerNode): WorkerNode {
    const name = `${worker.host}:${worker.port}`;
    const known = this.#workers.get(name) ?? worker;
    this.#workers.set(name, known);
    return known;
  }
}
