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

/** Each entry takes some 100 bytes. */
const maxRoutes = 100_000;
/** After a workspace has moved to another node, its requests take the longer route for at most this time. */
const keepMs = 60_000;

/** Undefined if no node is known to answer without the coordinator. */
interface Route {
  readonly worker: WorkerNode | undefined;
  readonly untilMs: number;
}

/**
 * $1 workspaces. A node without cluster metadata answers for its own rows only through the coordinator. The shards come from a
 * separate query, because Citus declares its function volatile: in a join it runs once for each placement.
 */
const workersOfWorkspaces = `SELECT w."workspaceId", n."nodename" AS "host", n."nodeport" AS "port"
  FROM (SELECT u."id" AS "workspaceId", get_shard_id_for_distribution_column('"Workspace"', u."id") AS "shardId"
    FROM unnest($1::int[]) u("id")) w
  JOIN pg_dist_placement p ON p."shardid" = w."shardId"
  JOIN pg_dist_node n ON n."groupid" = p."groupid"
  WHERE n."noderole" = 'primary' AND n."isactive" AND n."hasmetadata" AND n."metadatasynced"`;

/** Finds the node with the rows of a workspace. This is a hint: any node answers for any workspace, through the right node. */
export class WorkspaceRoutes {
  readonly #pool: Pool;
  readonly #routes = new LRUCache<number, Route>({ max: maxRoutes });
  readonly #workers = new Map<string, WorkerNode>();
  /** The workspaces whose node must be looked up. */
  readonly #pending = new Set<number>();
  #isQuerying = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Returns undefined while the node is unknown, and always the same object for the same node. An expired route is ignored,
   * because its node may have left the database.
   */
  workerOf(workspaceId: number): WorkerNode | undefined {
    const route = this.#routes.get(workspaceId);
    if (route && route.untilMs >= performance.now()) return route.worker;
    this.#pending.add(workspaceId);
    if (!this.#isQuerying) void this.#query();
    return undefined;
  }

  /** Runs one statement at a time, for all workspaces that are pending by then: after a start every workspace is unknown. */
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

  /** Returns undefined if the coordinator does not answer. The requests themselves report that. */
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
