import type { ClientBase } from 'pg';
import { equal, Values, type VisibleRows, visibleTo } from '../reads/list.ts';
import { type WebhookRow, webhookColumns } from '../reads/webhooks.ts';
import { lockAndCount, presentColumns } from './rows.ts';

interface WebhookFields {
  readonly url?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly description?: string | null | undefined;
}

type WebhookKey = readonly [workspaceId: number, id: number];

const key = 'r."workspaceId" = $1 AND r."id" = $2';

/** Counts the endpoints of the workspace. Every insert calls this first, so the lock keeps others from adding endpoints. */
export function lockAndCountWebhooks(client: ClientBase, workspaceId: number): Promise<number> {
  return lockAndCount(client, workspaceId, { table: 'Webhook' });
}

/** Locks a connection against its end until the transaction ends; false if it has ended already. */
export async function lockLiveConnection(client: ClientBase, workspaceId: number, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM "OAuthGrant" WHERE "workspaceId" = $1 AND "id" = $2 AND "revokedAt" IS NULL FOR SHARE',
    [workspaceId, id],
  );
  return rowCount === 1;
}

export async function insertWebhook(
  client: ClientBase,
  workspaceId: number,
  { url, kinds, description, grantId, secret }: Required<WebhookFields> & { grantId: string | null; secret: Buffer },
): Promise<WebhookRow> {
  const { rows } = await client.query<WebhookRow>(
    `INSERT INTO "Webhook" AS r ("workspaceId", "url", "kinds", "description", "grantId", "secret")
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${webhookColumns}`,
    [workspaceId, url, kinds, description, grantId, secret],
  );
  return rows[0] as WebhookRow;
}

/** Locks an endpoint that the caller sees until the transaction ends, and reads it. */
export async function lockWebhook(
  client: ClientBase,
  id: number,
  caller: VisibleRows,
): Promise<WebhookRow | undefined> {
  const values = new Values();
  const conditions = [...equal('r."id"', 'int', values, id), ...visibleTo('r', values, caller)];
  const text = `SELECT ${webhookColumns} FROM "Webhook" r WHERE ${conditions.join(' AND ')} FOR NO KEY UPDATE`;
  return (await client.query<WebhookRow>(text, values.list)).rows[0];
}

/** The kinds of the deliveries that an endpoint may still get: those that wait, and those that a resume tries again. */
export async function waitingKinds(client: ClientBase, [workspaceId, id]: WebhookKey): Promise<string[]> {
  const { rows } = await client.query<{ kind: string }>(
    `SELECT DISTINCT e."kind" FROM "WebhookDelivery" d
     JOIN "WebhookEvent" e ON e."workspaceId" = d."workspaceId" AND e."id" = d."eventId"
     WHERE d."workspaceId" = $1 AND d."webhookId" = $2 AND d."status" <> 'DELIVERED'`,
    [workspaceId, id],
  );
  return rows.map(({ kind }) => kind);
}

export function updateWebhookFields(
  client: ClientBase,
  [workspaceId, id]: WebhookKey,
  fields: WebhookFields,
): Promise<WebhookRow> {
  const { updates, values } = presentColumns(fields);
  return updated(client, updates, [workspaceId, id, ...values]);
}

/** Stops the sending to an endpoint because a caller requests it. Its events go on to be stored for it. */
export function pauseWebhook(client: ClientBase, [workspaceId, id]: WebhookKey): Promise<WebhookRow> {
  return updated(client, `"status" = 'PAUSED', "pauseReason" = 'REQUESTED', "pausedAt" = now(), `, [workspaceId, id]);
}

/**
 * Resumes an endpoint: all that waits for it, and what has failed since it began to fail or was paused, is due now and has
 * all its attempts again. There may be a million deliveries, so the worker that leases the endpoint makes them due, a batch
 * at a time and before it sends anything. Where the endpoint was paused again before that was done, the earlier instant
 * counts. The caller holds the lock of the endpoint.
 */
export function resumeWebhook(client: ClientBase, [workspaceId, id]: WebhookKey): Promise<WebhookRow> {
  const cleared = ['pauseReason', 'pausedAt', 'failingSince', 'warnedAt'].map((name) => `"${name}" = NULL, `).join('');
  return updated(
    client,
    `"status" = 'ACTIVE', "retriesSince" = least(r."retriesSince", r."failingSince", r."pausedAt", now()),
     ${cleared}"dueAt" = now(), `,
    [workspaceId, id],
  );
}

/** Replaces the secret. The one before counts as well for the overlap, in the place of the one that did until now. */
export function replaceSecret(
  client: ClientBase,
  [workspaceId, id]: WebhookKey,
  { secret, overlapHours }: { secret: Buffer; overlapHours: number },
): Promise<WebhookRow> {
  return updated(
    client,
    `"secret" = $3, "previousSecret" = CASE WHEN $4::int > 0 THEN r."secret" END,
     "previousUntil" = now() + make_interval(hours => nullif($4::int, 0)), `,
    [workspaceId, id, secret, overlapHours],
  );
}

async function updated(client: ClientBase, assignments: string, values: readonly unknown[]): Promise<WebhookRow> {
  const { rows } = await client.query<WebhookRow>(
    `UPDATE "Webhook" r SET ${assignments}"updatedAt" = now() WHERE ${key} RETURNING ${webhookColumns}`,
    [...values],
  );
  return rows[0] as WebhookRow;
}
