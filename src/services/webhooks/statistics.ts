import { readWebhookActivity, readWebhookStatistics } from '#src/db/reads/webhook-statistics.ts';
import { DomainError, fieldError } from '#src/domain/errors.ts';
import { isVisible, type Principal } from '#src/domain/principal/policy.ts';
import { allWebhookKinds, testKind } from '#src/domain/webhooks/kinds.ts';
import {
  statisticsRange,
  type WebhookActivity,
  type WebhookStatistics,
  type WebhookStatisticsInput,
} from '#src/domain/webhooks/statistics.ts';
import type { CallerContext } from '../context.ts';
import { readableKinds } from './read-events.ts';

/** The results of an endpoint's attempts, in time buckets. */
export async function getWebhookStatistics(
  { db, clock, principal }: CallerContext,
  { webhookId, ...input }: WebhookStatisticsInput,
): Promise<WebhookStatistics> {
  const { workspaceId } = principal;
  const range = statisticsRange(input, clock.now());
  if (!range) throw fieldError('from', 'out_of_range', 'Must be before the end of the range, by at most 90 days');
  const webhook = await db.prisma.webhook.findUnique({
    where: { workspaceId_id: { workspaceId, id: webhookId } },
    select: { grantId: true },
  });
  if (!webhook || !isVisible('Webhook', principal, webhook)) throw new DomainError('NOT_FOUND');
  const kinds = kindsOf(principal);
  const buckets = await readWebhookStatistics(db, { workspaceId, webhookId, kinds, ...range });
  const { fromMs, toMs, bucketMs } = range;
  return {
    webhookId,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    bucketMinutes: bucketMs / 60_000,
    buckets,
  };
}

/** The newest attempt for each visible endpoint. */
export async function listWebhookActivity({ db, principal }: CallerContext): Promise<WebhookActivity[]> {
  const { workspaceId, connectionId } = principal;
  return readWebhookActivity(db, { workspaceId, connectionId, kinds: kindsOf(principal) });
}

/** The kinds whose deliveries the caller sees; undefined for all. */
function kindsOf(principal: Principal): readonly string[] | undefined {
  const kinds = readableKinds(principal);
  return kinds.length === allWebhookKinds.length ? undefined : [...kinds, testKind];
}
