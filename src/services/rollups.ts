import type { Database } from '#src/db/database.ts';
import {
  compactRollups,
  rebuildRollups,
  workspaceIds,
  workspacesToCompact,
  wrongRollups,
} from '#src/db/writes/rollup-maintenance.ts';
import type { ServiceContext } from './context.ts';
import { tryEach } from './try-each.ts';

/** Compacts the rollups of every workspace over the compaction threshold. */
export async function compactAllRollups({ db }: Pick<ServiceContext, 'db'>, signal?: AbortSignal): Promise<void> {
  await tryEach(await workspacesToCompact(db.pool), async (workspaceId) => {
    if (!signal?.aborted) await compactRollups(db.pool, workspaceId);
  });
}

export interface WrongRollups {
  readonly workspaceId: number;
  /** The number of its rollups that were wrong. */
  readonly rollups: number;
}

interface RollupsReport {
  /** The number of compared workspaces. */
  readonly workspaces: number;
  readonly wrong: WrongRollups[];
}

/** Compares the rollups of every workspace with its calls, each workspace in one snapshot. */
export function checkAllRollups({ db }: Pick<ServiceContext, 'db'>): Promise<RollupsReport> {
  return inEachWorkspace(db, (workspaceId) => wrongRollups(db.pool, workspaceId));
}

/** Corrects the rollups of every workspace, each in one transaction, while writes go on. */
export function rebuildAllRollups({ db }: Pick<ServiceContext, 'db'>): Promise<RollupsReport> {
  return inEachWorkspace(db, (workspaceId) => db.write((client) => rebuildRollups(client, workspaceId)));
}

async function inEachWorkspace(db: Database, count: (workspaceId: number) => Promise<number>): Promise<RollupsReport> {
  const ids = await workspaceIds(db.pool);
  const wrong: WrongRollups[] = [];
  for (const workspaceId of ids) {
    const rollups = await count(workspaceId);
    if (rollups > 0) wrong.push({ workspaceId, rollups });
  }
  return { workspaces: ids.length, wrong };
}
