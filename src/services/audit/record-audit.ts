import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { extendChain, hasAuditEvent, insertAuditEvent, restartChain } from '#src/db/writes/audit-events.ts';
import type { AuditAction } from '#src/domain/audit/actions.ts';
import type { AuditActorType, AuditChanges, StoredAuditEvent } from '#src/domain/audit/audit-event.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import type { AuditContext, RequestOrigin } from './context.ts';
import { type ChainEnd, macOf } from './mac.ts';

/** The purpose of the seals of the keys that sign audit logs. */
export const auditKeyPurpose = 'audit-log';

/** Who does something. */
export interface AuditActor extends RequestOrigin {
  readonly actorType: AuditActorType;
  readonly userId?: number | undefined;
  readonly apiKeyId?: number | undefined;
  readonly clientId?: string | undefined;
}

/** The operator of the server, at its command line. */
export const operator: AuditActor = { actorType: 'OPERATOR' };

/** A member who has just shown who they are, or is about to get a session. */
export function memberWith(userId: number, { address, userAgent }: RequestOrigin): AuditActor {
  return { actorType: 'USER', userId, address, userAgent };
}

interface Recorded {
  readonly workspaceId: number;
  readonly action: AuditAction;
  readonly actor: AuditActor;
  readonly targetId?: number | string | undefined;
  readonly changes?: AuditChanges | undefined;
  /** Records nothing if there is an entry of this action, member and address that is younger. */
  readonly oncePerMs?: number;
}

/** A caller whose requests are recorded. */
export type AuditedCaller = AuditContext & RequestOrigin & { readonly principal: Principal };

/** What a caller did to a record, for the audit log of their workspace. Call it last in the transaction of the change. */
export async function recordAudit(
  client: Pick<ClientBase, 'query'>,
  caller: AuditedCaller,
  action: AuditAction,
  targetId?: number | string,
  changes?: AuditChanges,
): Promise<void> {
  const { workspaceId } = caller.principal;
  await recordAuditOf(client, caller, { workspaceId, action, actor: auditActorOf(caller), targetId, changes });
}

export function auditActorOf({ principal, address, userAgent }: AuditedCaller): AuditActor {
  const { userId, apiKeyId, clientId } = principal;
  const actorType = clientId !== undefined ? 'APP' : apiKeyId !== undefined ? 'API_KEY' : 'USER';
  return { actorType, userId, apiKeyId, clientId, address, userAgent };
}

/**
 * Writes an entry in the transaction of what it records, so that both or neither are stored. It locks the audit log of the workspace
 * until the transaction ends: call it last.
 */
export async function recordAuditOf(
  client: Pick<ClientBase, 'query'>,
  context: AuditContext,
  recorded: Recorded,
): Promise<void> {
  const { workspaceId, action, actor, oncePerMs } = recorded;
  const now = context.clock.now();
  if (oncePerMs !== undefined) {
    const since = new Date(now.getTime() - oncePerMs).toISOString();
    const { userId = null } = actor;
    if (await hasAuditEvent(client, workspaceId, { action, userId, address: actor.address || null, since })) return;
  }
  const newKey = context.auditKeys.seal(randomBytes(32).toString('base64'));
  const { id, sealedKey, lastMac } = await extendChain(client, workspaceId, newKey);
  const key = context.auditKeys.open(sealedKey);
  if (key !== undefined) return append(client, { workspaceId, key, lastMac }, eventOf(recorded, id, now));
  await restartChain(client, workspaceId, newKey);
  const replaced = { workspaceId, action: 'audit.key_replaced', actor: operator } as const;
  const newChain = { workspaceId, key: context.auditKeys.open(newKey) as string, lastMac };
  await append(client, newChain, eventOf(replaced, id, now));
  await recordAuditOf(client, context, recorded);
}

async function append(client: Pick<ClientBase, 'query'>, chain: ChainEnd, event: StoredAuditEvent): Promise<void> {
  await insertAuditEvent(client, chain.workspaceId, event, macOf(chain, event));
}

function eventOf({ action, actor, targetId, changes }: Recorded, id: number, now: Date): StoredAuditEvent {
  const { actorType, userId = null, apiKeyId = null, clientId = null, userAgent } = actor;
  return {
    id,
    createdAt: now.toISOString(),
    action,
    actorType,
    userId,
    apiKeyId,
    clientId,
    targetId: targetId === undefined ? null : String(targetId),
    changes: changes && Object.keys(changes).length > 0 ? changes : null,
    address: actor.address || null,
    userAgent: storedAgent(userAgent),
  };
}

/** PostgreSQL text cannot contain NUL, and half a pair of surrogates is no text. */
function storedAgent(userAgent: string | undefined): string | null {
  const visible = userAgent?.replaceAll(/\p{Cc}/gu, '').trim();
  return visible ? visible.toWellFormed().slice(0, 200).toWellFormed() : null;
}
