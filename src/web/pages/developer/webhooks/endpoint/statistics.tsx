import { Box, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { useSession } from '../../../../app/session.ts';
import {
  WebhookStatisticsDocument,
  type WebhookStatisticsQuery,
  type WebhookStatisticsQueryVariables,
} from '../../../../gql/webhook-statistics.ts';
import { countOf } from '../../../../kit/counts.ts';
import { Panel } from '../../../../kit/layout.tsx';
import type { Columns } from '../../../../kit/list/columns.ts';
import { QueryView } from '../../../../kit/list/query-view.tsx';
import { RecordTable } from '../../../../kit/list/table.tsx';
import type { LongPeriod } from './search.ts';

interface StatisticsProps {
  readonly webhookId: number;
  readonly period: LongPeriod | undefined;
  readonly onPeriod: (period: LongPeriod | undefined) => void;
}

const choices = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
];

/** What the statistics are read with. */
export function statisticsOf(webhookId: number, period: LongPeriod | undefined): WebhookStatisticsQueryVariables {
  const periods = { '7d': 'LAST_7_DAYS', '30d': 'LAST_30_DAYS' } as const;
  return { webhookId, period: period ? periods[period] : 'LAST_24_HOURS' };
}

/** How the attempts of an endpoint went lately. */
export function Statistics({ webhookId, period, onPeriod }: StatisticsProps) {
  const query = useQuery({ query: WebhookStatisticsDocument, variables: statisticsOf(webhookId, period) });
  return (
    <Panel
      title="Attempts"
      actions={
        <SegmentedControl
          aria-label="How far back"
          size="xs"
          data={choices}
          value={period ?? '24h'}
          onChange={(value) => onPeriod(value === '24h' ? undefined : (value as LongPeriod))}
        />
      }
    >
      <Box mih="17rem">
        <QueryView query={query}>
          {({ webhookStatistics }) => webhookStatistics && <Charts statistics={webhookStatistics} />}
        </QueryView>
      </Box>
    </Panel>
  );
}

type Answer = NonNullable<WebhookStatisticsQuery['webhookStatistics']>;
type Bucket = Answer['buckets'][number] & { readonly time: string };

function Charts({ statistics: { from, bucketMinutes, buckets } }: { readonly statistics: Answer }) {
  const { timeZone } = useSession().user;
  const succeeded = sum(buckets.map((bucket) => bucket.succeeded));
  const failed = sum(buckets.map((bucket) => bucket.failed));
  const slowest = Math.max(0, ...buckets.map(({ latencyP95 }) => latencyP95 ?? 0));
  const slowestHalf = Math.max(0, ...buckets.map(({ latencyP50 }) => latencyP50 ?? 0));
  if (succeeded + failed === 0) {
    return (
      <Text c="dimmed" size="sm" ta="center" py="xl">
        Nothing was sent in this time.
      </Text>
    );
  }
  const named = buckets.map((bucket) => ({ ...bucket, time: bucketTime(bucket.startTime, timeZone) }));
  return (
    <>
      <BarChart
        title="Answers"
        label={`${succeeded} acknowledged, ${failed} failed`}
        buckets={named}
        titleOf={(bucket) => `${bucket.time}: ${bucket.succeeded} acknowledged, ${bucket.failed} failed`}
        parts={[
          { fill: 'var(--accent)', name: `${succeeded} acknowledged`, value: (bucket) => bucket.succeeded },
          { fill: 'var(--error-ink)', name: `${failed} failed`, value: (bucket) => bucket.failed },
        ]}
      />
      <BarChart
        title="Latency"
        label={`Half of the attempts took at most ${slowestHalf} ms and 95 % at most ${slowest} ms, in each span of time`}
        buckets={named}
        titleOf={({ time, latencyP50, latencyP95 }) =>
          latencyP50 === null ? time : `${time}: half within ${latencyP50} ms, 95 % within ${latencyP95} ms`
        }
        parts={[
          {
            fill: 'var(--accent)',
            name: `median, at most ${slowestHalf} ms`,
            value: (bucket) => bucket.latencyP50 ?? 0,
          },
          {
            fill: 'var(--edge)',
            name: `95th percentile, at most ${slowest} ms`,
            value: ({ latencyP50, latencyP95 }) => (latencyP95 ?? 0) - (latencyP50 ?? 0),
          },
        ]}
      />
      <Group justify="space-between" className="hint">
        <span>{bucketTime(from, timeZone)}</span>
        <span>now</span>
      </Group>
      <StatisticsTable buckets={named} minutes={bucketMinutes} />
    </>
  );
}

const columns: Columns<Bucket> = {
  from: { title: 'From', text: ({ time }) => time },
  succeeded: { title: 'Acknowledged', text: ({ succeeded }) => String(succeeded) },
  failed: { title: 'Failed', text: ({ failed }) => String(failed) },
  half: { title: 'Half within, ms', text: ({ latencyP50 }) => latencyP50?.toString() },
  most: { title: '95 % within, ms', text: ({ latencyP95 }) => latencyP95?.toString() },
};

/** The numbers of the charts, for whoever cannot see them or wants them exactly. */
function StatisticsTable({ buckets, minutes }: { readonly buckets: readonly Bucket[]; readonly minutes: number }) {
  const shown = buckets.filter(({ succeeded, failed }) => succeeded + failed > 0).toReversed();
  return (
    <details className="more">
      <summary>The numbers as a table</summary>
      <p className="hint">
        In spans of {spanText(minutes)}, the newest first; spans without attempts are left out.
        {shown.some(({ isSampled }) => isSampled) &&
          ' Of a span with 500 attempts or more, the newest 500 are counted.'}
      </p>
      <RecordTable label="Attempts" columns={columns} rows={shown} keyOf={({ startTime }) => startTime} />
    </details>
  );
}

/** When a span begins, in the viewer's zone. */
function bucketTime(at: string, timeZone: string): string {
  const shape = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en', { ...shape, timeZone }).format(new Date(at));
}

function spanText(minutes: number): string {
  if (minutes % 1440 === 0) return countOf(minutes / 1440, 'day');
  return minutes % 60 === 0 ? countOf(minutes / 60, 'hour') : countOf(minutes, 'minute');
}

interface BarChartProps {
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly label: string;
  readonly buckets: readonly Bucket[];
  /** What a pointer on a bar shows. */
  readonly titleOf: (bucket: Bucket) => string;
  /** The parts of each bar, from the bottom. */
  readonly parts: readonly { fill: string; name: string; value: (bucket: Bucket) => number }[];
}

const step = 10;
const height = 100;
/** What is there must be seen, however little it is beside the highest bar. */
const minHeight = 2;

/** Bars of stacked parts. Chart libraries weigh more than a whole page may, and bars are all that is needed. */
function BarChart({ title, label, buckets, titleOf, parts }: BarChartProps) {
  const highest = Math.max(1, ...buckets.map((bucket) => sum(parts.map(({ value }) => value(bucket)))));
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(minHeight, (value / highest) * height));
  return (
    <Box component="figure" m={0} mb="md">
      <Group component="figcaption" gap="sm" mb={6} fz="sm">
        <strong>{title}</strong>
        {parts.map(({ fill, name }) => (
          <Group key={fill} component="span" gap={6} c="dimmed">
            <svg viewBox="0 0 1 1" width="10" height="10" aria-hidden="true">
              <rect width="1" height="1" fill={fill} />
            </svg>
            {name}
          </Group>
        ))}
      </Group>
      <Box
        component="svg"
        viewBox={`0 0 ${buckets.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        w="100%"
        h="5.5rem"
        style={{ display: 'block', borderBottom: '1px solid var(--line)' }}
      >
        {buckets.map((bucket, index) => {
          const heights = parts.map(({ value }) => heightOf(value(bucket)));
          return (
            <g key={bucket.startTime}>
              <title>{titleOf(bucket)}</title>
              <rect x={index * step} y={0} width={step} height={height} className="bar-space" />
              {parts.map(({ fill }, part) => (
                <rect
                  key={fill}
                  fill={fill}
                  x={index * step + 1}
                  width={step - 2}
                  y={height - sum(heights.slice(0, part + 1))}
                  height={heights[part]}
                />
              ))}
            </g>
          );
        })}
      </Box>
    </Box>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
