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
  'Attempts for kinds that your credential may not read are omitted. An app only sees the webhooks of its own connection.';

const WebhookStatisticsPeriodEnum = enumType('WebhookStatisticsPeriod', statisticsPeriods, 'A time range up to now.');

recordType('WebhookStatisticsBucket', statisticsBucketRecord, {
  description: 'Delivery statistics of a webhook within one span of time.',
});

const WebhookStatisticsType = recordType('WebhookStatistics', webhookStatisticsRecord, {
  description: 'Delivery statistics of a webhook over time.',
});

const WebhookActivityType = recordType('WebhookActivity', webhookActivityRecord, {
  description: 'The most recent attempt for a webhook.',
});

query('webhookStatistics', {
  type: WebhookStatisticsType,
  description: `Delivery statistics of a webhook, in at most 61 time buckets. NOT_FOUND if the webhook does not exist or you cannot see it. ${visible}`,
  access: read,
  input: webhookStatisticsInput,
  types: { period: WebhookStatisticsPeriodEnum },
  ownCost: 200,
  read: getWebhookStatistics,
});

query('webhookActivity', {
  type: [WebhookActivityType],
  description: `The most recent attempt for each webhook that has had one, newest webhook first. ${visible}`,
  access: read,
  input: z.object({}),
  assumedLength: 20,
  read: listWebhookActivity,
});
