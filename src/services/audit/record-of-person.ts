import type { ClientBase } from 'pg';
import { workspacesOfMember } from '#src/db/writes/members.ts';
import type { AuditAction } from '#src/domain/audit/actions.ts';
import type { AuditContext } from './context.ts';
import { type AuditActor, recordAuditOf } from './record-audit.ts';

/**
 * Records what concerns a person's account in each workspace that they belong to, because an account has no workspace of its own.
 * Call it last in the transaction: it locks the audit logs, in the order of the workspaces.
 */
export async function recordOfPerson(
  client: ClientBase,
  context: AuditContext,
  userId: number,
  what: { readonly action: AuditAction; readonly actor: AuditActor; readonly oncePerMs?: number },
): Promise<void> {
  for (const workspaceId of await workspacesOfMember(client, userId)) {
    await recordAuditOf(client, context, { workspaceId, targetId: userId, ...what });
  }
}
