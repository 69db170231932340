import type pg from 'pg';
import { deals, transactions } from '#src/db/reads/sales.ts';
import { webhookWrites } from '#src/db/writes/webhooks.ts';
import type { Deal } from '#src/domain/deals/deal.ts';
import type { Transaction } from '#src/domain/transactions/transaction.ts';
import { eventBody, eventId, type StoredEvent } from '#src/domain/webhooks/event.ts';
import type { WebhookKind } from '#src/domain/webhooks/kinds.ts';
import { requestHeaders } from '#src/domain/webhooks/request-headers.ts';
import { isAcknowledged, maxAttempts, retryDelayMs } from '#src/domain/webhooks/retries.ts';
import { generateWebhookSecret } from '#src/domain/webhooks/secret.ts';
import type { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import { payloadOf } from '#src/services/sales/rules.ts';
import { type Random, seededRandom } from './random.ts';
import { RowWriter } from './row-writer.ts';
import { dayMs, hourMs, iso } from './wall-clock.ts';

/** Reserved by RFC 2606: no server has this name. */
const url = 'https://hooks.example/bookkeeping';
/**
 * An active webhook, as in real use. It gets only sales, because visitors of the demo book, move and close calls, and these
 * must not be sent to a host that does not exist. A deal created by the API is sent, and shows as a failed delivery.
 */
const kinds: readonly WebhookKind[] = ['deal.created', 'transaction.created'];
const shownEvents = 25;
/** Longer than the age of its events. */
const webhookDays = 90;
/** The maximum duration of all attempts of a delivery. */
const maxRetriesMs = 28 * hourMs;

interface Sale {
  kind: WebhookKind;
  data: object;
  createdMs: number;
}

interface DemoWebhook {
  workspaceId: number;
  todayMs: number;
  webhookSecrets: Pick<SealedTexts, 'seal'>;
}

/** Adds a webhook with deliveries of the latest sales, one of them late and one failed permanently. */
export async function insertWebhook(
  client: pg.ClientBase,
  { workspaceId, todayMs, webhookSecrets }: DemoWebhook,
): Promise<void> {
  const sales = await latestSales(client, workspaceId, todayMs);
  const secret = generateWebhookSecret();
  const fields = { url, kinds, description: 'Books deals and payments', grantId: null };
  const sealed = webhookSecrets.seal(secret);
  const { id: webhookId } = await webhookWrites.insert(client, workspaceId, { ...fields, secret: sealed });
  await client.query(
    `UPDATE "Webhook" SET "createdAt" = $3, "updatedAt" = $3, "lastSequence" = $4 WHERE "workspaceId" = $1 AND "id" = $2`,
    [workspaceId, webhookId, iso(todayMs - webhookDays * dayMs), sales.length],
  );
  const events = await insertEvents(client, workspaceId, sales);
  const answers = answersTo(sales);
  const random = seededRandom(0x400c);
  const writer = new RowWriter(client, { workspaceId });
  const deliveries = await writer.addWithIds(
    'WebhookDelivery',
    events.map((event, index) => {
      const sent = attemptsOf(random, event.createdAt.getTime(), answers(index));
      const [last] = sent.slice(-1) as [Sent];
      return {
        webhookId,
        eventId: event.id,
        sequence: index + 1,
        attempts: sent.length,
        status: isAcknowledged(last) ? ('DELIVERED' as const) : ('FAILED' as const),
        dueAt: iso(last.sentMs),
        createdAt: event.createdAt.toISOString(),
        event,
        sent,
      };
    }),
  );
  writer.add(
    'WebhookAttempt',
    deliveries.flatMap(({ id: deliveryId, sequence, event, sent }) => {
      const signed = {
        id: eventId(event.id),
        body: eventBody({ ...event, sequence }),
        secrets: [secret],
        isExample: false,
      };
      return sent.map(({ sentMs, latencyMs, status, responseStart }) => ({
        deliveryId,
        webhookId,
        url,
        headers: requestHeaders({ ...signed, sentAt: new Date(sentMs) }),
        sentAt: iso(sentMs),
        latencyMs,
        responseStatus: status,
        responseStart,
      }));
    }),
  );
  await writer.write();
}

/** Adds events and reads them back: their bodies are signed with the key order of PostgreSQL. */
async function insertEvents(
  client: pg.ClientBase,
  workspaceId: number,
  sales: readonly Sale[],
): Promise<(StoredEvent & { id: number })[]> {
  const writer = new RowWriter(client, { workspaceId });
  const added = await writer.addWithIds(
    'WebhookEvent',
    sales.map(({ kind, data, createdMs }) => ({ kind, payload: data, createdAt: iso(createdMs), createdMs })),
  );
  await writer.write();
  const { rows } = await client.query<{ payload: object }>(
    'SELECT "payload" FROM "WebhookEvent" WHERE "workspaceId" = $1 ORDER BY "id"',
    [workspaceId],
  );
  return added.map(({ id, kind, createdMs }, index) => {
    const { payload } = rows[index] as { payload: object };
    return { id, kind, createdAt: new Date(createdMs), workspaceId, payload, previous: null };
  });
}

/**
 * The payloads of the latest deals and payments before today, whose deliveries are over by now, oldest first. They have not changed
 * since they were created.
 */
async function latestSales(client: pg.ClientBase, workspaceId: number, todayMs: number): Promise<Sale[]> {
  const latest = (columns: string, table: 'Deal' | 'Transaction') => `SELECT ${columns} FROM "${table}" r
    WHERE r."workspaceId" = $1 AND r."createdAt" <= $2 ORDER BY r."createdAt" DESC, r."id" DESC LIMIT ${shownEvents}`;
  const values = [workspaceId, iso(todayMs)];
  const { rows: newDeals } = await client.query<Deal>(latest(deals.columns, 'Deal'), values);
  const { rows: payments } = await client.query<Transaction>(latest(transactions.columns, 'Transaction'), values);
  return [...newDeals.map(saleOf('deal.created')), ...payments.map(saleOf('transaction.created'))]
    .sort((one, other) => one.createdMs - other.createdMs)
    .slice(-shownEvents);
}

function saleOf(kind: WebhookKind) {
  return (sale: Deal | Transaction): Sale => ({ kind, data: payloadOf(sale), createdMs: Date.parse(sale.createdAt) });
}

interface Answer {
  status: number;
  responseStart: string;
}

const received: Answer = { status: 200, responseStart: '{"received":true}' };
const unavailable: Answer = { status: 503, responseStart: 'Service Unavailable' };
const refused: Answer = { status: 422, responseStart: '{"error":"No customer has this contact"}' };

/**
 * The receiver's responses to the event with an index. It was unavailable during one delivery, and never accepted another,
 * whose attempts ended before the latest event.
 */
function answersTo(sales: readonly Sale[]): (index: number) => Answer[] {
  const latestMs = sales.at(-1)?.createdMs ?? 0;
  const failed = sales.findLastIndex(({ createdMs }) => createdMs + maxRetriesMs < latestMs);
  return (index) => {
    if (index === failed) return Array.from({ length: maxAttempts }, () => refused);
    return index === failed - 2 ? [unavailable, unavailable, received] : [received];
  };
}

interface Sent extends Answer {
  sentMs: number;
  latencyMs: number;
  error: null;
}

/** Each attempt follows the previous one after the delay of the retry rules. */
function attemptsOf(random: Random, createdMs: number, answers: readonly Answer[]): Sent[] {
  let sentMs = createdMs + random.integer(80, 900);
  return answers.map((answer, index) => {
    const sent = { ...answer, sentMs, latencyMs: random.integer(70, 420), error: null };
    sentMs += retryDelayMs({ attempts: index + 1, isManual: false }, random.next) ?? 0;
    return sent;
  });
}
