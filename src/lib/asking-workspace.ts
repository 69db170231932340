import { AsyncLocalStorage } from 'node:async_hooks';

const asking = new AsyncLocalStorage<number>();

/** What strangers ask before it is known of which workspace. */
const strangers = 0;
/** What the server does of itself: webhooks, logs, what it writes later. */
const server = -1;

/** Does work for a workspace, whose share of the connections it then takes. */
export function forWorkspace<Result>(workspaceId: number | undefined, work: () => Result): Result {
  return workspaceId === undefined ? work() : asking.run(workspaceId, work);
}

/** Does work of the server itself, also where a request begins it. */
export function forServer<Result>(work: () => Result): Result {
  return asking.run(server, work);
}

/** The workspace, or a number below 1 where there is none. */
export function askingWorkspace(): number {
  return asking.getStore() ?? strangers;
}
