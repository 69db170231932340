import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { endpointKey, noteWebhookWork } from '#src/db/webhook-work.ts';
import type { VisibleRows } from '../reads/list.ts';
import { type WebhookRow, webhooks } from '../reads/webhooks.ts';
import { recordWrites } from './record-writes.ts';
import { lockAndCount } from './rows.ts';

interface WebhookFields {
  readonly url: string;
  readonly kinds: readonly string[];
  readonly description: string | null;
  readonly grantId: string | null;
  readonly secret: Buffer;
}

export const webhookWrites = recordWrites<WebhookRow, WebhookFields>({ table: 'Webhook', reader: webhooks });

/** Counts the endpoints of the workspace. Every insert calls this first, so the lock keeps others from adding endpoints. */
export function lockAndCountWebhooks(client: ClientBase, workspaceId: number): Promise<number> {
  return lockAndCount(client, workspaceId, { table: 'Webhook' });
}

/** Keeps a connection from ending until the transaction ends; false if it has ended already. */
export async function lockLiveConnection(client: ClientBase, workspaceId: number, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM "OAuthGrant" WHERE "workspaceId" = $1 AND "id" = $2 AND "revokedAt" IS NULL FOR SHARE',
    [workspaceId, id],
  );
  return rowCount === 1;
}

/** Locks an endpoint that the caller sees until the transaction ends, and reads it. */
export function lockWebhook(client: ClientBase, id: number, caller: VisibleRows): Promise<WebhookRow | undefined> {
  return webhookWrites.lock(client, id, caller, 'FOR NO KEY UPDATE');
}

/** Reads the kinds of the deliveries that an endpoint may still get: those that wait, and those that a resume retries. */
export async function waitingKinds(client: ClientBase, [workspaceId, id]: RecordKey): Promise<string[]> {
  const { rows } = await client.query<{ kind: string }>(
    `SELECT DISTINCT e."kind" FROM "WebhookDelivery" d
     JOIN "WebhookEvent" e ON e."workspaceId" = d."workspaceId" AND e."id" = d."eventId"
     WHERE d."workspaceId" = $1 AND d."webhookId" = $2 AND d."status" <> 'DELIVERED'`,
    [workspaceId, id],
  );
  return rows.map(({ kind }) => kind);
}

/** Pauses an endpoint at the request of a caller. Its events are still stored for it. */
export function pauseWebhook(client: ClientBase, key: RecordKey): Promise<WebhookRow> {
  return webhookWrites.assign(client, key, `"status" = 'PAUSED', "pauseReason" = 'REQUESTED', "pausedAt" = now(), `);
}

/**
 * Resumes an endpoint: all waiting deliveries, and those that failed since it began to fail or was paused, become due and get
 * all their attempts again. There may be a million, so the worker that leases the endpoint makes them due in batches before it
 * sends anything. If the endpoint was paused again before that was done, the earlier instant counts. The caller has locked the
 * endpoint.
 */
export function resumeWebhook(client: ClientBase, key: RecordKey): Promise<WebhookRow> {
  noteWebhookWork(client, [endpointKey({ workspaceId: key[0], id: key[1] })]);
  const cleared = ['pauseReason', 'pausedAt', 'failingSince', 'warnedAt'].map((name) => `"${name}" = NULL, `).join('');
  return webhookWrites.assign(
    client,
    key,
    `"status" = 'ACTIVE', "retriesSince" = least(r."retriesSince", r."failingSince", r."pausedAt", now()),
     ${cleared}"dueAt" = now(), `,
  );
}

/** Replaces the secret. During the overlap the previous secret is valid too; a second rotation replaces it. */
export function replaceSecret(
  client: ClientBase,
  key: RecordKey,
  { secret, overlapHours }: { secret: Buffer; overlapHours: number },
): Promise<WebhookRow> {
  return webhookWrites.assign(
    client,
    key,
    `"secret" = $3, "previousSecret" = CASE WHEN $4::int > 0 THEN r."secret" END,
     "previousUntil" = now() + make_interval(hours => nullif($4::int, 0)), `,
    [secret, overlapHours],
  );
}
