import type { VisibleRows } from '#src/db/reads/list.ts';
import { readWebhooks } from '#src/db/reads/webhooks.ts';
import { type Principal, visibleRows } from '#src/domain/principal/policy.ts';
import type { WebhookListInput, WebhookPage } from '#src/domain/webhooks/webhook.ts';
import type { CallerContext } from '../context.ts';
import { readPage } from '../pages.ts';

/** A page of the workspace's endpoints, newest first; an app sees those of its connection. */
export function listWebhooks(context: CallerContext, input: WebhookListInput): Promise<WebhookPage> {
  const { db, clock, principal } = context;
  return readPage(context, { list: 'webhooks', input }, (query) =>
    readWebhooks(db, { ...query, ...visibleWebhooks(principal), now: clock.now() }),
  );
}

export function visibleWebhooks(principal: Principal): VisibleRows {
  return { workspaceId: principal.workspaceId, visible: visibleRows('Webhook', principal) };
}
