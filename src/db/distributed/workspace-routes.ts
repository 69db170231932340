import type { Pool } from 'pg';
import { LruCache } from '#src/lib/lru-cache.ts';

/** A node that holds rows of workspaces. */
export interface WorkerNode {
  readonly host: string;
  readonly port: number;
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

/** $1 workspace. A node without the catalog of the others answers for its own rows only through the coordinator. */
const workerOfWorkspace = `SELECT n."nodename" AS "host", n."nodeport" AS "port"
  FROM pg_dist_placement p JOIN pg_dist_node n ON n."groupid" = p."groupid"
  WHERE p."shardid" = get_shard_id_for_distribution_column('"Workspace"', $1::int)
    AND n."noderole" = 'primary' AND n."isactive" AND n."hasmetadata" AND n."metadatasynced"`;

/**
 * Which node holds the rows of a workspace. It is a hint: any node answers for any workspace, by asking the one that has it.
 */
export class WorkspaceRoutes {
  readonly #pool: Pool;
  readonly #routes = new LruCache<number, Route>(maxRoutes);
  readonly #workers = new Map<string, WorkerNode>();
  readonly #asking = new Set<number>();

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
    void this.#ask(workspaceId);
    return undefined;
  }

  async #ask(workspaceId: number): Promise<void> {
    if (this.#asking.has(workspaceId)) return;
    this.#asking.add(workspaceId);
    try {
      const { rows } = await this.#pool.query<WorkerNode>(workerOfWorkspace, [workspaceId]);
      this.#routes.set(workspaceId, { worker: this.#known(rows[0]), untilMs: performance.now() + keepMs });
    } catch {
      // The coordinator does not answer; the requests themselves say so.
    } finally {
      this.#asking.delete(workspaceId);
    }
  }

  #known(worker: WorkerNode | undefined): WorkerNode | undefined {
    if (!worker) return undefined;
    const name = `${worker.host}:${worker.port}`;
    const known = this.#workers.get(name) ?? worker;
    this.#workers.set(name, known);
    return known;
  }
}
