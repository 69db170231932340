import { sweepAuditEvents, workspacesWithOldAuditEvents } from '#src/db/writes/audit-events.ts';
import type { ServiceContext } from '../context.ts';
import { tryEach } from '../try-each.ts';

/** How many entries one transaction deletes, during which nothing is recorded in the workspace. */
const batch = 1000;
const dayMs = 86_400_000;

/** Deletes the entries of audit logs that are older than `auditDays`, the oldest first. A signal stops it after the current batch. */
export async function sweepAuditLogs(
  { db, clock, auditDays }: Pick<ServiceContext, 'db' | 'clock'> & { readonly auditDays: number },
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - auditDays * dayMs).toISOString();
  await tryEach(await workspacesWithOldAuditEvents(db.pool, before), async (workspaceId) => {
    for (let deleted = batch; deleted === batch && !signal?.aborted; ) {
      deleted = await db.write((client) => sweepAuditEvents(client, workspaceId, { before, batch }));
    }
  });
}
