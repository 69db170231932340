import { readSignedEvents, workspacesWithAuditLogs } from '#src/db/reads/audit-events.ts';
import { lockAuditChain } from '#src/db/writes/audit-events.ts';
import type { ServiceContext } from '../context.ts';
import { requireWorkspace } from '../workspaces.ts';
import type { AuditContext } from './context.ts';
import { macOf } from './mac.ts';

/** What the verification of the audit log of a workspace found. */
export interface AuditVerification {
  readonly workspaceId: number;
  /** The entries whose signatures were compared. */
  readonly verified: number;
  /** The number of the first entry that was changed, removed or added; null if there is none. */
  readonly brokenAt: number | null;
  readonly problem: 'CHANGED' | 'MISSING' | 'KEY_UNREADABLE' | null;
}

/** How many entries are read at once. */
const batch = 1000;

/** Verifies the audit log of a workspace, or those of all that have one. */
export async function verifyAuditLogs(
  context: ServiceContext & AuditContext,
  workspaceId: number | undefined,
): Promise<AuditVerification[]> {
  if (workspaceId !== undefined) await requireWorkspace(context, workspaceId);
  const workspaceIds = workspaceId === undefined ? await workspacesWithAuditLogs(context.db.pool) : [workspaceId];
  const results: AuditVerification[] = [];
  for (const each of workspaceIds) results.push(await verifyAuditLog(context, each));
  return results;
}

/** Compares each entry of the audit log of a workspace with its signature, in one transaction, so that nothing is written meanwhile. */
export function verifyAuditLog(
  { db, auditKeys }: Pick<ServiceContext & AuditContext, 'db' | 'auditKeys'>,
  workspaceId: number,
): Promise<AuditVerification> {
  return db.write(async (client) => {
    const chain = await lockAuditChain(client, workspaceId);
    const result = (verified: number, problem: AuditVerification['problem'], brokenAt: number | null) => ({
      workspaceId,
      verified,
      brokenAt,
      problem,
    });
    if (!chain) return result(0, null, null);
    const key = auditKeys.open(chain.sealedKey);
    if (key === undefined) return result(0, 'KEY_UNREADABLE', null);
    let lastMac = chain.startMac;
    let expected = chain.startId + 1;
    for (;;) {
      const rows = await readSignedEvents(client, workspaceId, { afterId: expected - 1, limit: batch });
      for (const { mac, ...event } of rows) {
        if (event.id !== expected) return result(expected - 1 - chain.startId, 'MISSING', expected);
        if (!mac.equals(macOf({ workspaceId, key, lastMac }, event)))
          return result(expected - 1 - chain.startId, 'CHANGED', expected);
        lastMac = mac;
        expected += 1;
      }
      if (rows.length < batch) break;
    }
    const verified = expected - 1 - chain.startId;
    if (chain.lastId >= expected) return result(verified, 'MISSING', expected);
    return chain.lastMac.equals(lastMac) ? result(verified, null, null) : result(verified, 'CHANGED', chain.lastId);
  });
}
