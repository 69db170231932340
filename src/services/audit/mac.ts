import type { StoredAuditEvent } from '#src/domain/audit/audit-event.ts';
import { HmacKey } from '#src/lib/secrets/crypto.ts';

export interface ChainEnd {
  readonly workspaceId: number;
  /** The key of the signatures of the workspace. */
  readonly key: string;
  /** The signature of the entry before; empty for the first. */
  readonly lastMac: Buffer;
}

/** The signature of an entry, in which that of the entry before takes part: so it depends on all entries before it. */
export function macOf({ workspaceId, key, lastMac }: ChainEnd, event: StoredAuditEvent): Buffer {
  const { id, createdAt, action, actorType, userId, apiKeyId, clientId, targetId, changes, address, userAgent } = event;
  const subject = [
    workspaceId,
    id,
    createdAt,
    action,
    actorType,
    userId,
    apiKeyId,
    clientId,
    targetId,
    sorted(changes),
  ];
  const content = JSON.stringify([lastMac.toString('base64'), ...subject, address, userAgent]);
  return Buffer.from(new HmacKey(key).sign(content, 'base64'), 'base64');
}

/** The same value with the keys of its objects in order: PostgreSQL stores them in another. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
