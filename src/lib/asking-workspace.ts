import { AsyncLocalStorage } from 'node:async_hooks';

const asking = new AsyncLocalStorage<number>();

/** Work for callers whose workspace is not known yet. */
const anonymous = 0;
/** Work of the server itself: webhooks, logs, deferred writes. */
const server = -1;

/** Runs work for a workspace, which uses that workspace's share of the connections. */
export function forWorkspace<Result>(workspaceId: number | undefined, work: () => Result): Result {
  return workspaceId === undefined ? work() : asking.run(workspaceId, work);
}

/** Runs work of the server itself, even if a request starts it. */
export function forServer<Result>(work: () => Result): Result {
  return asking.run(server, work);
}

/** The workspace of the running work, or a number below 1 if there is none. */
export function askingWorkspace(): number {
  return asking.getStore() ?? anonymous;
}
