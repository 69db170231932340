import type { AuditAction } from '#src/domain/audit/actions.ts';
import type { AuditChanges } from '#src/domain/audit/audit-event.ts';
import { recordAuditOf } from '#src/services/audit/record-audit.ts';
import type { TestApp } from './app.ts';
import { auditKeys } from './audit-keys.ts';

/** Writes an entry into the audit log of a workspace. Its id. */
export async function auditEntry(
  app: TestApp,
  { workspaceId, userId }: { readonly workspaceId: number; readonly userId: number },
  what: { readonly action?: AuditAction; readonly targetId?: number; readonly changes?: AuditChanges } = {},
): Promise<number> {
  const actor = { actorType: 'USER', userId } as const;
  await app.context.db.write((client) =>
    recordAuditOf(
      client,
      { clock: app.clock, auditKeys },
      { workspaceId, action: 'workspace.updated', actor, ...what },
    ),
  );
  const [last] = await app.sql<{ id: number }>('SELECT max("id") AS "id" FROM "AuditEvent" WHERE "workspaceId" = $1', [
    workspaceId,
  ]);
  return last?.id ?? 0;
}

export interface LoggedEntry {
  readonly id: number;
  readonly action: string;
  readonly actorType: string;
  readonly userId: number | null;
  readonly apiKeyId: number | null;
  readonly clientId: string | null;
  readonly targetId: string | null;
  readonly changes: Readonly<Record<string, { from?: unknown; to?: unknown }>> | null;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** The audit log of a workspace, in its order. */
export function auditLog(
  app: Pick<TestApp, 'sql'>,
  { workspaceId }: { readonly workspaceId: number },
): Promise<LoggedEntry[]> {
  return app.sql<LoggedEntry>('SELECT * FROM "AuditEvent" WHERE "workspaceId" = $1 ORDER BY "id"', [workspaceId]);
}
