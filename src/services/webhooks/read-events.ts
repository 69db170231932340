import { type ReadableEvents, readWebhookEvent, readWebhookEvents } from '#src/db/reads/webhook-events.ts';
import { settledEventId } from '#src/db/writes/event-order.ts';
import { fieldError, requireFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import { type Principal, visibleRows } from '#src/domain/principal/policy.ts';
import { storedEventId, type WebhookEvent } from '#src/domain/webhooks/event.ts';
import type { WebhookEventListInput, WebhookEventPage } from '#src/domain/webhooks/event-list.ts';
import { allWebhookKinds, kindsWithin, type WebhookKind, webhookKinds } from '#src/domain/webhooks/kinds.ts';
import type { CallerContext } from '../context.ts';
import { recordTimes } from '../filters.ts';
import { readPage } from '../pages.ts';

const newestFirst = { orderBy: 'desc' } as const;

/**
 * A page of the workspace's events that the caller may read. It ends before the events of open transactions, so that no event
 * ever appears later among those already read.
 */
export async function listWebhookEvents(
  context: CallerContext,
  input: WebhookEventListInput,
): Promise<WebhookEventPage> {
  const { db, principal } = context;
  const { workspaceId, timeZone } = principal;
  const untilId = await settledEventId(db, workspaceId);
  return readPage(context, { list: 'webhookEvents', input, defaults: newestFirst }, (query, filters) =>
    readWebhookEvents(db, {
      ...query,
      ...readableEvents(principal, filters.kinds),
      ...recordTimes(filters, timeZone),
      orderBy: filters.orderBy,
      untilId,
      afterId: filters.after === undefined ? undefined : storedEventId(filters.after),
    }),
  );
}

/** Reads one event as soon as it is visible. */
export async function getWebhookEvent({ db, principal }: CallerContext, { id }: ById<string>): Promise<WebhookEvent> {
  const { workspaceId } = principal;
  const query = { workspaceId, id: storedEventId(id) ?? '0', ...readableEvents(principal) };
  return requireFound(await readWebhookEvent(db, query));
}

function readableEvents(principal: Principal, kinds?: readonly WebhookKind[]): ReadableEvents {
  return { kinds: readableKinds(principal, kinds), endpoints: visibleRows('Webhook', principal) };
}

/** The kinds that the caller names, or all that they may read. Throws a field error for a kind that they may not read. */
export function readableKinds({ scopes }: Pick<Principal, 'scopes'>, kinds?: readonly WebhookKind[]): WebhookKind[] {
  for (const [index, kind] of kinds?.entries() ?? []) {
    const { scope } = webhookKinds[kind];
    if (!scopes.has(scope)) throw fieldError(['kinds', index], 'not_allowed', `${kind} requires the scope ${scope}`);
  }
  return kindsWithin(scopes, kinds ?? allWebhookKinds);
}
