import { z } from 'zod';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  statisticsBucketRecord,
  statisticsPeriods,
  webhookActivityRecord,
  webhookStatisticsInput,
  webhookStatisticsRecord,
} from '#src/domain/webhooks/statistics.ts';
import { getWebhookStatistics, listWebhookActivity } from '#src/services/webhooks/statistics.ts';
import { enumType } from '../builder.ts';
import { recordType } from '../record-types.ts';
import { query } from '../root-fields.ts';

const { read } = recordPolicies.WebhookDelivery;
const visible =
  'Attempts for kinds that your credential may not read are left out. An app sees the webhooks of its own connection.';

const WebhookStatisticsPeriodEnum = enumType(
  'WebhookStatisticsPeriod',
  statisticsPeriods,
  'A range of time up to now.',
);

recordType('WebhookStatisticsBucket', statisticsBucketRecord, {
  description: 'How the attempts for a webhook went within a span of time.',
});

const WebhookStatisticsType = recordType('WebhookStatistics', webhookStatisticsRecord, {
  description: 'How the attempts for a webhook went, over time.',
});

const WebhookActivityType = recordType('WebhookActivity', webhookActivityRecord, {
  description: 'The newest attempt for a webhook.',
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
