import { z } from 'zod';
import { id } from '#src/domain/input.ts';
import { type AuditVerification, verifyAuditLogs } from '#src/services/audit/verify-audit.ts';
import { command } from './command.ts';

export const auditVerify = command({
  name: 'audit verify',
  summary: 'Compare the entries of audit logs with their signatures. Fails if one was changed, added or removed.',
  options: {
    workspace: { field: 'workspaceId', value: '<id>', kind: 'integer', help: 'Only the audit log of this workspace.' },
  },
  input: z.object({ workspaceId: id().optional() }),
  async run(context, { workspaceId }) {
    const logs = await verifyAuditLogs(context, workspaceId);
    const failed = logs.some(({ problem }) => problem !== null);
    return {
      json: { logs },
      text: logs.map(lineOf).join('\n') || 'No audit log has entries.',
      ...(failed && { failed }),
    };
  },
});

function lineOf({ workspaceId, verified, brokenAt, problem }: AuditVerification): string {
  return `Workspace ${workspaceId}: ${texts[problem ?? 'NONE'](brokenAt ?? verified)}`;
}

const texts: Readonly<Record<NonNullable<AuditVerification['problem']> | 'NONE', (entry: number) => string>> = {
  NONE: (verified) => `${verified} entries are as they were written.`,
  CHANGED: (entry) => `entry ${entry} is not as it was written.`,
  MISSING: (entry) => `entry ${entry} is missing.`,
  KEY_UNREADABLE: () => 'its signatures cannot be verified, because SECRET_KEY lacks the key that they need.',
};
