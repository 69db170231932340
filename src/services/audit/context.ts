import type { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import type { Clock } from '#src/lib/time/clock.ts';

/** What a use case needs to record what it does in the audit log of a workspace. */
export interface AuditContext {
  readonly clock: Clock;
  /** Encrypts the keys that sign the audit logs of workspaces. */
  readonly auditKeys: SealedTexts;
}

/** Where a request came from. */
export interface RequestOrigin {
  readonly address?: string | undefined;
  readonly userAgent?: string | undefined;
}
