import type { DueDelivery, EndpointRef, EndpointTarget } from '#src/db/reads/webhook-queue.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import { kindsForApp, testKind } from '#src/domain/webhooks/kinds.ts';
import type { Database } from '../database.ts';
import { readAppAccess } from '../reads/connections.ts';

const failStatement = preparedStatement(
  'webhookQueue.failForbidden',
  `UPDATE "WebhookDelivery" SET "status" = 'FAILED'
   WHERE "workspaceId" = $1 AND "id" = ANY ($2::bigint[]) AND "status" = 'PENDING'`,
);

/**
 * Returns the deliveries that may still be sent. A delivery may wait for a day or longer, and meanwhile the app's connection
 * may have lost scopes, or its user a role. Deliveries of a kind that the app may no longer receive fail without an attempt.
 */
export async function withoutForbidden(
  { pool }: Pick<Database, 'pool'>,
  { workspaceId }: EndpointRef,
  { grantId }: EndpointTarget,
  deliveries: DueDelivery[],
): Promise<DueDelivery[]> {
  if (grantId === null || deliveries.length === 0) return deliveries;
  const access = (await readAppAccess(pool, workspaceId, [grantId])).get(grantId);
  const isAllowed = ({ kind }: DueDelivery) => kind === testKind || kindsForApp(access, [kind]).length > 0;
  const forbidden = deliveries.filter((delivery) => !isAllowed(delivery)).map(({ id }) => id);
  if (forbidden.length > 0) await pool.query(queryConfig(failStatement, [workspaceId, forbidden]));
  return deliveries.filter(isAllowed);
}
