import { isOutage } from '#src/lib/network/outage.ts';
import type { Pipeline } from '../pipeline.ts';
import { hasWaitedLong } from '../second-attempt.ts';
import { nonceStatement, type PipelinedStatement, type StatementRunner } from '../statement.ts';
import { succeeds } from '../succeeds.ts';
import { isOfWorkspace } from './plan-keeping-client.ts';
import type { WorkerNode, WorkspaceRoutes } from './workspace-routes.ts';

const probeEveryMs = 10_000;
const probe = nonceStatement('distributed.probe', 'SELECT $1::int AS "nonce"');

/** Connections to one node, used only after it has answered on them. */
interface Worker {
  readonly pipeline: Pipeline;
  isReachable: boolean;
  probedAtMs: number;
}

interface Nodes {
  readonly coordinator: Pipeline;
  readonly routes: WorkspaceRoutes;
  readonly connect: (worker: WorkerNode) => Pipeline;
}

/**
 * Sends a read of one workspace directly to the node that holds its rows, to save the coordinator work. Falls back to the
 * coordinator if the node is unknown or unreachable. Both see all committed data.
 */
export class DistributedRunner implements StatementRunner {
  readonly #nodes: Nodes;
  readonly #workers = new Map<WorkerNode, Worker>();

  constructor(nodes: Nodes) {
    this.#nodes = nodes;
  }

  async run<Row extends object>(statement: PipelinedStatement, values: unknown[]): Promise<Row[]> {
    const { coordinator } = this.#nodes;
    const [workspaceId] = values;
    const worker =
      isOfWorkspace(statement.text) && typeof workspaceId === 'number' ? this.#workerOf(workspaceId) : undefined;
    if (!worker) return coordinator.run<Row>(statement, values);
    const startedAt = performance.now();
    try {
      return await worker.pipeline.run<Row>(statement, values);
    } catch (error) {
      // The coordinator would send a statement that took too long to the same node.
      if (!isOutage(error) || isCancelled(error)) throw error;
      worker.isReachable = false;
      if (hasWaitedLong(startedAt)) throw error;
    }
    return coordinator.run<Row>(statement, values);
  }

  async close(): Promise<void> {
    const pipelines = [this.#nodes.coordinator, ...[...this.#workers.values()].map(({ pipeline }) => pipeline)];
    await Promise.all(pipelines.map((pipeline) => pipeline.close()));
  }

  #workerOf(workspaceId: number): Worker | undefined {
    const node = this.#nodes.routes.workerOf(workspaceId);
    if (!node) return undefined;
    const worker = this.#workers.get(node) ?? this.#add(node);
    if (worker.isReachable) return worker;
    if (performance.now() - worker.probedAtMs > probeEveryMs) void this.#probe(worker);
    return undefined;
  }

  #add(node: WorkerNode): Worker {
    const worker = { pipeline: this.#nodes.connect(node), isReachable: false, probedAtMs: -Infinity };
    this.#workers.set(node, worker);
    return worker;
  }

  async #probe(worker: Worker): Promise<void> {
    worker.probedAtMs = performance.now();
    worker.isReachable = await succeeds(worker.pipeline.run(probe, []));
  }
}

/** Returns true if the statement was cancelled, by its timeout or by an operator. */
function isCancelled(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57014';
}
