import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import {
  maxSampledAttempts,
  type StatisticsBucket,
  type StatisticsRange,
  type WebhookActivity,
} from '#src/domain/webhooks/statistics.ts';

interface StatisticsQuery extends StatisticsRange {
  readonly workspaceId: number;
  readonly webhookId: number;
  /** The kinds of events that the caller may read; undefined for all. */
  readonly kinds: readonly string[] | undefined;
}

const isSuccess = 'a."error" IS NULL AND coalesce(a."responseStatus" BETWEEN 200 AND 299, false)';

/** SQL that is true if an attempt is for an event of the kinds in a parameter. */
const isReadable = (kinds: string) => `(${kinds}::text[] IS NULL OR EXISTS (
  SELECT 1 FROM "WebhookDelivery" d
  JOIN "WebhookEvent" e ON e."workspaceId" = d."workspaceId" AND e."id" = d."eventId"
  WHERE d."workspaceId" = $1 AND d."id" = a."deliveryId" AND e."kind" = ANY (${kinds}::text[])))`;

/** Reads only the newest attempts of each bucket, a range of the index on the endpoint and the time. */
const statisticsStatement = preparedStatement(
  'webhookStatistics.buckets',
  `SELECT b."startTime",
     (count(*) FILTER (WHERE s."isSuccess"))::int AS "succeeded",
     (count(*) FILTER (WHERE NOT s."isSuccess"))::int AS "failed",
     percentile_disc(0.5) WITHIN GROUP (ORDER BY s."latencyMs") AS "latencyP50",
     percentile_disc(0.95) WITHIN GROUP (ORDER BY s."latencyMs") AS "latencyP95",
     coalesce(max(s."place"), 0) >= ${maxSampledAttempts} AS "isSampled"
   FROM generate_series($3::timestamptz, $4::timestamptz - interval '1 ms', $5::float8 * interval '1 ms') b("startTime")
   LEFT JOIN LATERAL (
     SELECT a."latencyMs", ${isSuccess} AS "isSuccess", a."place" FROM (
       SELECT t."deliveryId", t."latencyMs", t."responseStatus", t."error", row_number() OVER (ORDER BY t."sentAt" DESC) AS "place"
       FROM "WebhookAttempt" t
       WHERE t."workspaceId" = $1 AND t."webhookId" = $2 AND t."sentAt" >= b."startTime"
         AND t."sentAt" < LEAST(b."startTime" + $5::float8 * interval '1 ms', $4::timestamptz)
       ORDER BY t."sentAt" DESC LIMIT ${maxSampledAttempts}
     ) a WHERE ${isReadable('$6')}
   ) s ON true
   GROUP BY b."startTime" ORDER BY b."startTime"`,
);

export function readWebhookStatistics(
  { run }: Pick<Database, 'run'>,
  { workspaceId, webhookId, fromMs, toMs, bucketMs, kinds }: StatisticsQuery,
): Promise<StatisticsBucket[]> {
  const range = [new Date(fromMs), new Date(toMs), bucketMs];
  return run<StatisticsBucket>(statisticsStatement, [workspaceId, webhookId, ...range, kinds]);
}

/** If a caller may not read all kinds, this many of the newest attempts are searched for one that they may read. */
const maxLookedThrough = 100;

const activityStatement = preparedStatement(
  'webhookStatistics.activity',
  `SELECT w."id" AS "webhookId", l."sentAt", l."responseStatus", l."latencyMs", l."isSuccess"
   FROM "Webhook" w CROSS JOIN LATERAL (
     SELECT a."sentAt", a."responseStatus", a."latencyMs", ${isSuccess} AS "isSuccess" FROM (
       SELECT t."deliveryId", t."sentAt", t."id", t."responseStatus", t."error", t."latencyMs" FROM "WebhookAttempt" t
       WHERE t."workspaceId" = $1 AND t."webhookId" = w."id" ORDER BY t."sentAt" DESC, t."id" DESC LIMIT $4
     ) a WHERE ${isReadable('$3')} ORDER BY a."sentAt" DESC, a."id" DESC LIMIT 1
   ) l
   WHERE w."workspaceId" = $1 AND ($2::text IS NULL OR w."grantId" = $2) ORDER BY w."createdAt" DESC, w."id" DESC`,
);

interface ActivityQuery {
  readonly workspaceId: number;
  /** Only the endpoints of this connection. */
  readonly connectionId: string | undefined;
  readonly kinds: readonly string[] | undefined;
}

/** Reads the newest attempt for each endpoint that has any. */
export function readWebhookActivity(
  { run }: Pick<Database, 'run'>,
  { workspaceId, connectionId, kinds }: ActivityQuery,
): Promise<WebhookActivity[]> {
  const looked = kinds ? maxLookedThrough : 1;
  return run<WebhookActivity>(activityStatement, [workspaceId, connectionId, kinds, looked]);
}
