import type { ClientBase } from 'pg';
import {
  type ReadableDeliveries,
  readWebhookDeliveries,
  readWebhookDelivery,
} from '#src/db/reads/webhook-deliveries.ts';
import { within } from '#src/db/within.ts';
import { insertTest, lockDelivery, makeDue } from '#src/db/writes/webhook-deliveries.ts';
import { lockWebhook } from '#src/db/writes/webhooks.ts';
import { fieldError, recordNotFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import { type Principal, visibleRows } from '#src/domain/principal/policy.ts';
import {
  type SendWebhookTestInput,
  storedDeliveryId,
  type WebhookDelivery,
  type WebhookDeliveryListInput,
  type WebhookDeliveryPage,
} from '#src/domain/webhooks/delivery.ts';
import { type ExamplePayload, storedEventId } from '#src/domain/webhooks/event.ts';
import { allWebhookKinds, testKind, type WebhookKind } from '#src/domain/webhooks/kinds.ts';
import type { CallerContext } from '../context.ts';
import { readPage } from '../pages.ts';
import { readableKinds } from './read-events.ts';
import { visibleWebhooks } from './read-webhooks.ts';

/** A page of the deliveries to visible endpoints, newest first, with their attempts. */
export function listWebhookDeliveries(
  context: CallerContext,
  input: WebhookDeliveryListInput,
): Promise<WebhookDeliveryPage> {
  const { db, principal } = context;
  return readPage(context, { list: 'webhookDeliveries', input }, (query, { kinds, status, webhookId, eventId }) =>
    readWebhookDeliveries(db, {
      ...query,
      ...readableDeliveries(principal, kinds),
      webhookId,
      statuses: status,
      eventId: eventId === undefined ? undefined : storedEventId(eventId),
    }),
  );
}

/** One delivery with its attempts. */
export function getWebhookDelivery({ db, principal }: CallerContext, { id }: ById<string>): Promise<WebhookDelivery> {
  return visibleDelivery(db, principal, storedDeliveryId(id) ?? '0');
}

/** Resends a delivery: a finished one gets another attempt, and one that waits for a retry is sent at once. */
export function resendWebhookDelivery(
  { db, principal }: CallerContext,
  { id }: ById<string>,
): Promise<WebhookDelivery> {
  const key = { workspaceId: principal.workspaceId, id: storedDeliveryId(id) ?? '0' };
  return db.write(async (client) => {
    const { webhookId } = await visibleDelivery(within(client), principal, key.id);
    await lockActive(client, principal, webhookId);
    const delivery = await lockDelivery(client, key);
    if (!delivery) throw recordNotFound('id');
    if (delivery.status === 'PENDING' && !delivery.isWaitingForRetry) {
      throw fieldError('id', 'invalid_state', 'The delivery is already about to be sent');
    }
    await makeDue(client, key, webhookId);
    return visibleDelivery(within(client), principal, key.id);
  });
}

const testData = { message: 'This is a test. Nothing has changed.' };

/** Sends an event to one endpoint, whatever its kinds: the test event, or an example of a kind. */
export function sendWebhookTest(
  { db, principal, eventExample }: CallerContext,
  { id, kind }: SendWebhookTestInput,
): Promise<WebhookDelivery> {
  const { workspaceId } = principal;
  const payload = kind === undefined ? testData : ({ example: eventExample(kind) } satisfies ExamplePayload);
  return db.write(async (client) => {
    await lockActive(client, principal, id);
    const added = await insertTest(client, { workspaceId, id }, payload);
    return visibleDelivery(within(client), principal, added);
  });
}

async function lockActive(client: ClientBase, principal: Principal, id: number): Promise<void> {
  const webhook = await lockWebhook(client, id, visibleWebhooks(principal));
  if (!webhook) throw recordNotFound('id');
  if (webhook.status === 'PAUSED') {
    throw fieldError('id', 'invalid_state', 'The webhook is paused: resume it first');
  }
}

async function visibleDelivery(db: CallerContext['db'], principal: Principal, id: string): Promise<WebhookDelivery> {
  const { workspaceId } = principal;
  const delivery = await readWebhookDelivery(db, { workspaceId, id, ...readableDeliveries(principal) });
  if (!delivery) throw recordNotFound('id');
  return delivery;
}

/** A body contains the changed record, so callers who may not read its kind do not see its deliveries. */
function readableDeliveries(principal: Principal, named?: readonly WebhookKind[]): ReadableDeliveries {
  const kinds = readableKinds(principal, named);
  const isUnlimited = !named && kinds.length === allWebhookKinds.length;
  return {
    kinds: isUnlimited ? undefined : named ? kinds : [...kinds, testKind],
    endpoints: visibleRows('Webhook', principal),
  };
}
