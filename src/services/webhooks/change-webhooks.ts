import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { type WebhookRow, webhookOfRow } from '#src/db/reads/webhooks.ts';
import { removeWebhook } from '#src/db/writes/deleted-webhooks.ts';
import {
  lockAndCountWebhooks,
  lockLiveConnection,
  lockWebhook,
  pauseWebhook,
  replaceSecret,
  resumeWebhook,
  waitingKinds,
  webhookWrites,
} from '#src/db/writes/webhooks.ts';
import { DomainError, fieldError, recordNotFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import { allWebhookKinds, isWebhookKind, webhookKinds } from '#src/domain/webhooks/kinds.ts';
import { generateWebhookSecret } from '#src/domain/webhooks/secret.ts';
import {
  type CreateWebhookInput,
  maxWebhooks,
  type RotateWebhookSecretInput,
  type UpdateWebhookInput,
  type Webhook,
  type WebhookStatus,
  type WebhookWithSecret,
} from '#src/domain/webhooks/webhook.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changesOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import { requireBelow } from '../limits.ts';
import { requireTarget } from '../outgoing-target.ts';
import { visibleWebhooks } from './read-webhooks.ts';

/**
 * Creates an endpoint. An endpoint that an app creates belongs to its connection and ends with it. `problem` is that of the
 * URL, which was resolved before the transaction.
 */
export function createWebhook(
  context: CallerContext,
  { url, kinds, description = null }: CreateWebhookInput,
  problem: string | undefined,
): Promise<WebhookWithSecret> {
  const { db, clock, principal, webhookSecrets } = context;
  requireTarget(problem);
  requireScopesOf(principal, kinds);
  const { workspaceId, connectionId: grantId = null } = principal;
  const secret = webhookSecrets.seal(generateWebhookSecret());
  return db.write(async (client) => {
    const message = `A workspace can have at most ${maxWebhooks} webhooks: delete one that is no longer used`;
    requireBelow(maxWebhooks, await lockAndCountWebhooks(client, workspaceId), message);
    // An endpoint created after the end of its connection would never be deleted.
    const isLive = grantId === null || (await lockLiveConnection(client, workspaceId, grantId));
    if (!isLive) throw new DomainError('INVALID_ACCESS_TOKEN');
    const row = await webhookWrites.insert(client, workspaceId, { url, kinds, description, grantId, secret });
    await recordAudit(client, context, 'webhook.created', row.id, auditedChanges({ url, kinds }));
    return withSecret(row, secret, clock.now());
  });
}

/** Updates the present fields of a visible endpoint, and pauses or resumes it. */
export function updateWebhook(
  context: CallerContext,
  { id, status, ...fields }: UpdateWebhookInput,
  problem: string | undefined,
): Promise<Webhook> {
  const { db, clock, principal } = context;
  requireTarget(problem);
  return db.write(async (client) => {
    const before = await requireWebhook(client, principal, id);
    const changes = changesOf({ ...before, kinds: sameKinds(before.kinds, fields.kinds) }, fields);
    const key = [principal.workspaceId, id] as const;
    if (changes?.url !== undefined) await requireScopesOfAll(client, principal, key, before.kinds);
    if (changes?.kinds) requireScopesOf(principal, changes.kinds, before.kinds);
    const changed = changes ? await webhookWrites.update(client, key, changes) : before;
    const row = status === undefined || status === before.status ? changed : await changeStatus[status](client, key);
    if (row !== before) {
      const after = { ...changes, ...(row !== changed && { status }) };
      await recordAudit(client, context, 'webhook.updated', id, auditedChanges(after, before));
    }
    return webhookOfRow(row, clock.now());
  });
}

const changeStatus = { ACTIVE: resumeWebhook, PAUSED: pauseWebhook } satisfies Record<WebhookStatus, unknown>;

/** Deletes a visible endpoint, and returns it as it was. */
export function deleteWebhook(context: CallerContext, { id }: ById): Promise<Webhook> {
  const { db, clock, principal } = context;
  return db.write(async (client) => {
    const row = await requireWebhook(client, principal, id);
    await removeWebhook(client, { workspaceId: principal.workspaceId, id });
    await recordAudit(client, context, 'webhook.deleted', id);
    return webhookOfRow(row, clock.now());
  });
}

/** Replaces the secret of an endpoint. During the overlap, requests are signed with the old secret too. */
export function rotateWebhookSecret(
  context: CallerContext,
  { id, overlapHours }: RotateWebhookSecretInput,
): Promise<WebhookWithSecret> {
  const { db, clock, principal, webhookSecrets } = context;
  const secret = webhookSecrets.seal(generateWebhookSecret());
  return db.write(async (client) => {
    await requireWebhook(client, principal, id);
    const row = await replaceSecret(client, [principal.workspaceId, id], { secret, overlapHours });
    await recordAudit(client, context, 'webhook.secret_rotated', id, auditedChanges({ overlapHours }));
    return withSecret(row, secret, clock.now());
  });
}

function withSecret(row: WebhookRow, secret: Buffer, now: Date): WebhookWithSecret {
  return { webhook: webhookOfRow(row, now), sealedSecret: secret.toString('base64') };
}

async function requireWebhook(client: ClientBase, principal: Principal, id: number): Promise<WebhookRow> {
  const row = await lockWebhook(client, id, visibleWebhooks(principal));
  if (!row) throw recordNotFound('id');
  return row;
}

/** Returns the requested kinds if they equal the stored ones in another order, so that nothing changes. */
function sameKinds(stored: readonly string[], requested: readonly string[] | undefined): readonly string[] {
  const isSame = requested?.length === stored.length && requested.every((kind) => stored.includes(kind));
  return isSame ? requested : stored;
}

/**
 * A new URL receives all kinds of the endpoint, and waiting deliveries of kinds that it has dropped. So the caller needs the
 * scope of each.
 */
async function requireScopesOfAll(
  client: ClientBase,
  principal: Principal,
  key: RecordKey,
  kinds: readonly string[],
): Promise<void> {
  if (allWebhookKinds.every((kind) => missingScope(principal, kind) === undefined)) return;
  for (const kind of [...kinds, ...(await waitingKinds(client, key))]) {
    const scope = missingScope(principal, kind);
    if (scope === undefined) continue;
    throw fieldError('url', 'not_allowed', `Requires the scope ${scope}, because the webhook receives ${kind}`);
  }
}

/** Throws a field error unless the caller has the scope of each kind that is not stored already. */
function requireScopesOf(principal: Principal, kinds: readonly string[], present: readonly string[] = []): void {
  for (const [index, kind] of kinds.entries()) {
    const scope = present.includes(kind) ? undefined : missingScope(principal, kind);
    if (scope !== undefined) throw fieldError(['kinds', index], 'not_allowed', `${kind} requires the scope ${scope}`);
  }
}

/** The scope that the caller needs to read events of the kind, if the caller lacks it. */
function missingScope({ scopes }: Principal, kind: string): string | undefined {
  const scope = isWebhookKind(kind) ? webhookKinds[kind].scope : undefined;
  return scope === undefined || scopes.has(scope) ? undefined : scope;
}
