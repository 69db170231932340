import { AsyncLocalStorage } from 'node:async_hooks';

const asking = new AsyncLocalStorage<number>();

/** What strangers ask before it is known of which workspace, and what the server does of itself. */
const nobody = 0;

/** Does work for a workspace, whose share of the connections it then takes. */
export function forWorkspace<Result>(workspaceId: number | undefined, work: () => Result): Result {
  return workspaceId === undefined ? work() : asking.run(workspaceId, work);
}

export function askingWorkspace(): number {
  return asking.getStore() ?? nobody;
}
