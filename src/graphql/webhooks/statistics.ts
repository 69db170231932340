import { z } from 'zod';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  type StatisticsBucket,
  statisticsPeriods,
  type WebhookActivity,
  type WebhookStatistics,
  webhookStatisticsInput,
} from '#src/domain/webhooks/statistics.ts';
import { getWebhookStatistics, listWebhookActivity } from '#src/services/webhooks/statistics.ts';
import { builder, enumType } from '../builder.ts';
import { query } from '../root-fields.ts';

const { read } = recordPolicies.WebhookDelivery;
const visible =
  'Attempts for kinds that your credential may not read are left out. An app sees the webhooks of its own connection.';

const WebhookStatisticsPeriodEnum = enumType(
  'WebhookStatisticsPeriod',
  statisticsPeriods,
  'A range of time up to now.',
);

const BucketType = builder.objectRef<StatisticsBucket>('WebhookStatisticsBucket').implement({
  description: 'How the attempts for a webhook went within a span of time.',
  fields: (t) => ({
    startTime: t.expose('startTime', { type: 'DateTime', description: 'When it begins.' }),
    succeeded: t.exposeInt('succeeded', {
      description: 'Attempts that were acknowledged: answered with a 2xx status in time.',
    }),
    failed: t.exposeInt('failed', { description: 'All others.' }),
    latencyP50: t.exposeInt('latencyP50', {
      nullable: true,
      description: 'Half of the attempts took at most this long, in milliseconds; null without attempts.',
    }),
    latencyP95: t.exposeInt('latencyP95', {
      nullable: true,
      description: '95 % of the attempts took at most this long, in milliseconds.',
    }),
    isSampled: t.exposeBoolean('isSampled', {
      description: 'Whether there were 500 attempts or more. Then the newest 500 stand for all.',
    }),
  }),
});

const WebhookStatisticsType = builder.objectRef<WebhookStatistics>('WebhookStatistics').implement({
  description: 'How the attempts for a webhook went, over time.',
  fields: (t) => ({
    webhookId: t.exposeInt('webhookId', { description: 'Webhook id.' }),
    from: t.expose('from', { type: 'DateTime', description: 'Start of the first bucket.' }),
    to: t.expose('to', { type: 'DateTime', description: 'End of the range, not inclusive.' }),
    bucketMinutes: t.exposeInt('bucketMinutes', { description: 'Length of a bucket in minutes.' }),
    buckets: t.expose('buckets', {
      type: [BucketType],
      description: 'At most 61 buckets, the earliest first; also those without attempts.',
    }),
  }),
});

const WebhookActivityType = builder.objectRef<WebhookActivity>('WebhookActivity').implement({
  description: 'The newest attempt for a webhook.',
  fields: (t) => ({
    webhookId: t.exposeInt('webhookId', { description: 'Webhook id.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', description: 'When it was sent.' }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'The HTTP status of the answer; null if there was none.',
    }),
    latencyMs: t.exposeInt('latencyMs', { description: 'How long it took, in milliseconds.' }),
    isSuccess: t.exposeBoolean('isSuccess', { description: 'Whether it was acknowledged.' }),
  }),
});

query('webhookStatistics', {
  type: WebhookStatisticsType,
  description: `How the attempts for a webhook went, in at most 61 buckets of time. NOT_FOUND for a webhook that you do not see. ${visible}`,
  access: read,
  input: webhookStatisticsInput,
  enums: { period: WebhookStatisticsPeriodEnum },
  ownCost: 200,
  read: getWebhookStatistics,
});

query('webhookActivity', {
  type: [WebhookActivityType],
  description: `The newest attempt for each webhook that has had one, the newest webhook first. ${visible}`,
  access: read,
  input: z.object({}),
  assumedLength: 20,
  read: listWebhookActivity,
});
