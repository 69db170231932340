import type { Database } from '#src/db/database.ts';
import {
  compactRollups,
  rebuildRollups,
  workspaceIds,
  workspacesToCompact,
  wrongRollups,
} from '#src/db/writes/rollup-maintenance.ts';
import { tryEach } from '#src/lib/try-each.ts';
import type { ServiceContext } from './context.ts';

/** Compacts the rollups of every workspace over the compaction threshold. */
export async function compactAllRollups({ db }: Pick<ServiceContext, 'db'>, signal?: AbortSignal): Promise<void> {
  await tryEach(await workspacesToCompact(db.pool), async (workspaceId) => {
    if (!signal?.aborted) await compactRollups(db.pool, workspaceId);
  });
}

export interface WrongCounters {
  readonly workspaceId: number;
  /** How many of its counters were wrong. */
  readonly counters: number;
}

interface CountersReport {
  /** How many workspaces were compared. */
  readonly workspaces: number;
  readonly wrong: WrongCounters[];
}

/** Compares the counters of every workspace with its calls, each workspace in one snapshot. */
export function checkCounters({ db }: Pick<ServiceContext, 'db'>): Promise<CountersReport> {
  return inEachWorkspace(db, (workspaceId) => wrongRollups(db.pool, workspaceId));
}

/** Corrects the counters of every workspace, each in one transaction, while writes go on. */
export function rebuildCounters({ db }: Pick<ServiceContext, 'db'>): Promise<CountersReport> {
  return inEachWorkspace(db, (workspaceId) => db.write((client) => rebuildRollups(client, workspaceId)));
}

async function inEachWorkspace(db: Database, count: (workspaceId: number) => Promise<number>): Promise<CountersReport> {
  const ids = await workspaceIds(db.pool);
  const wrong: WrongCounters[] = [];
  for (const workspaceId of ids) {
    const counters = await count(workspaceId);
    if (counters > 0) wrong.push({ workspaceId, counters });
  }
  return { workspaces: ids.length, wrong };
}
