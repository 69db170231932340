import type { Database } from '#src/db/database.ts';
import { type Instant, isoText } from '#src/db/types.ts';
import { pauseAfterMs } from '#src/domain/webhooks/retries.ts';
import type { Webhook, WebhookPage } from '#src/domain/webhooks/webhook.ts';
import { ownedBy, type PageQuery, type Read, type VisibleRows } from './list.ts';
import { readList } from './read-list.ts';
import { instants, plain, recordReader } from './record-reader.ts';

/** An endpoint without its secrets. Prisma returns instants as objects. */
export interface WebhookRow extends Pick<Webhook, 'id' | 'url' | 'kinds' | 'description' | 'status' | 'pauseReason'> {
  readonly grantId: string | null;
  readonly pausedAt: Instant | null;
  readonly failingSince: Instant | null;
  readonly previousUntil: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const webhooks = recordReader<WebhookRow>({
  ...plain('r', 'id', 'url', 'kinds', 'description', 'status', 'grantId', 'pauseReason'),
  ...instants('r', 'pausedAt', 'failingSince', 'previousUntil', 'createdAt', 'updatedAt'),
});

export function webhookOfRow(row: WebhookRow, now: Date): Webhook {
  const { id, url, kinds, description, status, grantId, pauseReason, previousUntil } = row;
  const failingSince = textOf(row.failingSince);
  const isOverlapping = previousUntil !== null && new Date(previousUntil) > now;
  return {
    id,
    url,
    kinds,
    description,
    status,
    connectionId: grantId,
    pauseReason,
    pausedAt: textOf(row.pausedAt),
    failingSince,
    pausesAt: status === 'ACTIVE' && failingSince !== null ? pauseTime(failingSince) : null,
    previousSecretUntil: isOverlapping ? isoText(previousUntil) : null,
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
}

function textOf(instant: Instant | null): string | null {
  return instant === null ? null : isoText(instant);
}

/** Returns when the endpoint will be paused unless a delivery succeeds. */
function pauseTime(failingSince: string): string {
  return new Date(Date.parse(failingSince) + pauseAfterMs).toISOString();
}

/** Lists the endpoints that the caller sees, newest first. */
export async function readWebhooks(
  db: Database,
  query: PageQuery & VisibleRows & { readonly now: Date },
): Promise<Read<WebhookPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'webhooks.list',
    from: '"Webhook"',
    reader: webhooks,
    sort: { column: 'createdAt', type: 'timestamptz', direction: 'desc' },
    cost: 'row',
    conditions: (values) => ownedBy('r', values, query.visible),
  });
  return { webhooks: records.map((row) => webhookOfRow(row, query.now)), ...page };
}
