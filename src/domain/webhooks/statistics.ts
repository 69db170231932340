import { z } from 'zod';
import { crossFieldRule, enumeration, id, storedInstant } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const periods = { LAST_24_HOURS: dayMs, LAST_7_DAYS: 7 * dayMs, LAST_30_DAYS: 30 * dayMs } as const;
type StatisticsPeriod = keyof typeof periods;
export const statisticsPeriods = Object.keys(periods) as [StatisticsPeriod, ...StatisticsPeriod[]];

/** Attempts are stored for 90 days. */
const maxRangeMs = 90 * dayMs;
const maxBuckets = 60;
/** In a bucket with more attempts, only the newest count, so that a chart of any endpoint reads a bounded number of rows. */
export const maxSampledAttempts = 500;

/** Lengths that divide a day, or are whole days. */
const bucketLengthsMs = [1, 5, 15, 30, 60, 180, 360, 720, 1440, 2880].map((minutes) => minutes * 60_000);

export const statisticsBucketRecord = {
  startTime: field.dateTime('Start of the bucket.'),
  succeeded: field.int('Number of attempts that were acknowledged: a 2xx response in time.'),
  failed: field.int('Number of all other attempts.'),
  latencyP50: field.int('Median duration of the attempts in milliseconds; null without attempts.').nullable(),
  latencyP95: field.int('95th percentile of the duration in milliseconds; null without attempts.').nullable(),
  isSampled: field.boolean('True if there were 500 attempts or more. The durations are then based on the newest 500.'),
};
export interface StatisticsBucket extends RecordOf<typeof statisticsBucketRecord> {}

export const webhookStatisticsRecord = {
  webhookId: field.int('Webhook id.'),
  from: field.dateTime('Start of the first bucket.'),
  to: field.dateTime('End of the range, exclusive.'),
  bucketMinutes: field.int('Length of a bucket in minutes.'),
  buckets: field.objects(
    statisticsBucketRecord,
    'At most 61 buckets, earliest first, including those without attempts.',
  ),
};
export interface WebhookStatistics extends RecordOf<typeof webhookStatisticsRecord> {}

/** The newest attempt for an endpoint. */
export const webhookActivityRecord = {
  webhookId: field.int('Webhook id.'),
  sentAt: field.dateTime('When the request was sent.'),
  responseStatus: field.int('HTTP status of the response; null if there was none.').nullable(),
  latencyMs: field.int('Duration of the attempt in milliseconds.'),
  isSuccess: field.boolean('True if the attempt was acknowledged.'),
};
export interface WebhookActivity extends RecordOf<typeof webhookActivityRecord> {}

export const webhookStatisticsInput = z
  .object({
    webhookId: id().describe('Webhook id.'),
    period: enumeration(statisticsPeriods)
      .optional()
      .describe('A range up to now: LAST_24_HOURS (the default), LAST_7_DAYS or LAST_30_DAYS.'),
    from: storedInstant().optional().describe('Start of the range instead of a period; ISO 8601.'),
    to: storedInstant()
      .optional()
      .describe('End of the range, exclusive, at most 90 days after from; ISO 8601. Default: now.'),
  })
  .refine(({ period, from }) => period === undefined || from === undefined, {
    ...crossFieldRule('conflict', 'Cannot be combined with from'),
    path: ['period'],
  })
  .refine(({ from, to }) => to === undefined || from !== undefined, {
    ...crossFieldRule('required', 'Is required with to'),
    path: ['from'],
  })
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
    ...crossFieldRule('out_of_range', 'Must be after from', 'from', 'to'),
    path: ['to'],
  });

export type WebhookStatisticsInput = z.output<typeof webhookStatisticsInput>;

export interface StatisticsRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly bucketMs: number;
}

/** The range and its buckets, the first of which may begin before the range; undefined for an empty or too long range. */
export function statisticsRange(
  { period = 'LAST_24_HOURS', from, to }: Omit<WebhookStatisticsInput, 'webhookId'>,
  now: Date,
): StatisticsRange | undefined {
  const toMs = to === undefined ? now.getTime() : Date.parse(to);
  const fromMs = from === undefined ? toMs - periods[period] : Date.parse(from);
  const lengthMs = toMs - fromMs;
  if (lengthMs <= 0 || lengthMs > maxRangeMs) return undefined;
  const bucketMs = bucketLengthsMs.find((each) => lengthMs / each <= maxBuckets) ?? maxRangeMs;
  return { fromMs: Math.floor(fromMs / bucketMs) * bucketMs, toMs, bucketMs };
}
