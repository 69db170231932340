import { crowdedWorkspaces, foldTallies } from '#src/db/writes/tallies.ts';
import type { ServiceContext } from '../context.ts';

/** Folds the tallies of every workspace in which enough was written since the last time. */
export async function foldAllTallies({ db }: Pick<ServiceContext, 'db'>, signal?: AbortSignal): Promise<void> {
  for (const workspaceId of await crowdedWorkspaces(db.pool)) {
    if (signal?.aborted) return;
    await foldTallies(db.pool, workspaceId);
  }
}
