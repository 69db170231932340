import { recordEvents } from '../../../src/db/writes/webhook-events.ts';
import { allWebhookKinds, type EventKind } from '../../../src/domain/webhooks/kinds.ts';
import { generateWebhookSecret, webhookSecretPurpose } from '../../../src/domain/webhooks/secret.ts';
import { SealedTexts } from '../../../src/lib/secrets/sealed-texts.ts';
import type { BenchDatabase } from '../environment/database.ts';

type Client = BenchDatabase['client'];

export const secretKey = 'a secret key for the duration of a benchmark';
export const workspaceName = 'Bench of webhooks';

/** What an event of a contact holds, by size and shape. */
const contact = {
  ...{ id: 4711, previewId: 'contact_4fJ2kQ9sLmXv7aBcDeFgHi', firstName: 'Ira', lastName: 'Cole', status: 'LEAD' },
  ...{ email: 'ira.cole@example.com', phoneNumber: '+4915112345678', tag: 'vip', timeZone: 'Europe/Berlin' },
  ...{ country: 'DE', userId: 7, utm: [{ utmKey: 'utm_source', utmValue: 'mail' }], closedDeals: 0, calls: 3 },
  ...{ joinedTime: '2026-01-01T00:00:00.000Z', createdAt: '2026-01-01T00:00:00.000Z' },
};

/** Deletes the workspaces of earlier runs, and what they leave in the tables and indexes of webhooks. */
export async function clearWebhookWorkspaces(client: Client): Promise<void> {
  const { rows } = await client.query<{ id: number }>('SELECT "id" FROM "Workspace" WHERE "name" = $1', [
    workspaceName,
  ]);
  const ids = rows.map(({ id }) => id);
  for (const table of ['WebhookAttempt', 'WebhookDelivery', 'WebhookEvent', 'Webhook']) {
    await client.query(`DELETE FROM "${table}" WHERE "workspaceId" = ANY ($1)`, [ids]);
    await client.query(`VACUUM (ANALYZE) "${table}"`);
  }
  await client.query('DELETE FROM "Workspace" WHERE "id" = ANY ($1)', [ids]);
}

/** A workspace with an endpoint at each address, which chooses all kinds. */
export async function webhookWorkspace(
  client: Client,
  urls: readonly string[],
  status: 'ACTIVE' | 'PAUSED' = 'ACTIVE',
): Promise<number> {
  const { rows } = await client.query<{ id: number }>('INSERT INTO "Workspace" ("name") VALUES ($1) RETURNING "id"', [
    workspaceName,
  ]);
  const workspaceId = rows[0]?.id ?? 0;
  for (const url of urls) await addEndpoint(client, workspaceId, { url, status });
  return workspaceId;
}

interface EndpointDraft {
  readonly url: string;
  readonly kinds?: readonly EventKind[];
  readonly status?: 'ACTIVE' | 'PAUSED';
}

export async function addEndpoint(
  client: Client,
  workspaceId: number,
  { url, kinds = allWebhookKinds, status = 'ACTIVE' }: EndpointDraft,
): Promise<void> {
  const secret = new SealedTexts(secretKey, webhookSecretPurpose).seal(generateWebhookSecret());
  await client.query(
    'INSERT INTO "Webhook" ("workspaceId", "url", "kinds", "secret", "status") VALUES ($1, $2, $3, $4, $5)',
    [workspaceId, url, kinds, secret, status],
  );
}

const event = { kind: 'contact.updated', data: contact, previous: { status: 'NEW' } } as const;

export function eventsOf(count: number) {
  return Array.from({ length: count }, () => event);
}

/** Writes so many events in one transaction, which nobody announces: workers find them when they look. */
export async function writeEvents(client: Client, workspaceId: number, count: number): Promise<void> {
  await client.query('BEGIN');
  await recordEvents(client, workspaceId, eventsOf(count));
  await client.query('COMMIT');
}

/** A paused endpoint with so many deliveries that wait, each of an event of its own. */
export async function addWaiting(client: Client, count: number): Promise<void> {
  const workspaceId = await webhookWorkspace(client, ['https://hooks.example.com/paused'], 'PAUSED');
  await client.query(
    `INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload", "isDispatched")
     SELECT $1, 'contact.updated', $2::jsonb, true FROM generate_series(1, $3::int)`,
    [workspaceId, JSON.stringify(contact), count],
  );
  await client.query(
    `INSERT INTO "WebhookDelivery" ("workspaceId", "webhookId", "eventId", "sequence", "dueAt")
     SELECT e."workspaceId", w."id", e."id", row_number() OVER (ORDER BY e."id"), e."createdAt"
     FROM "WebhookEvent" e JOIN "Webhook" w ON w."workspaceId" = e."workspaceId" WHERE e."workspaceId" = $1`,
    [workspaceId],
  );
  await client.query(
    'UPDATE "Webhook" SET "lastSequence" = $2, "dueAt" = now(), "pausedAt" = now() WHERE "workspaceId" = $1',
    [workspaceId, count],
  );
  for (const table of ['WebhookDelivery', 'WebhookEvent', 'Webhook']) await client.query(`VACUUM (ANALYZE) "${table}"`);
}
