import { SegmentedControl, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../../../app/session.ts';
import {
  WebhookStatisticsDocument,
  type WebhookStatisticsPeriod,
  type WebhookStatisticsQuery,
} from '../../../../gql/webhook-statistics.ts';
import { Panel } from '../../../../kit/layout.tsx';
import { QueryView } from '../../../../kit/list/query-view.tsx';
import { BarChart } from './bar-chart.tsx';
import type { LongPeriod } from './search.ts';

interface StatisticsProps {
  readonly webhookId: number;
  readonly period: LongPeriod | undefined;
  /** Read anew where it changes. */
  readonly refreshes: number;
  readonly onPeriod: (period: LongPeriod | undefined) => void;
}

const periods: Record<string, WebhookStatisticsPeriod> = {
  '24h': 'LAST_24_HOURS',
  '7d': 'LAST_7_DAYS',
  '30d': 'LAST_30_DAYS',
};
const choices = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
];

/** How the attempts of an endpoint went lately. */
export function Statistics({ webhookId, period, refreshes, onPeriod }: StatisticsProps) {
  const chosen = period ?? '24h';
  const query = useQuery({
    query: WebhookStatisticsDocument,
    variables: { webhookId, period: periods[chosen] ?? 'LAST_24_HOURS' },
  });
  const [, execute] = query;
  useEffect(() => {
    if (refreshes > 0) execute({ requestPolicy: 'network-only' });
  }, [refreshes, execute]);
  return (
    <Panel
      title="Attempts"
      actions={
        <SegmentedControl
          aria-label="How far back"
          size="xs"
          data={choices}
          value={chosen}
          onChange={(value) => onPeriod(value === '24h' ? undefined : (value as LongPeriod))}
        />
      }
    >
      <div className="charts">
        <QueryView query={query}>
          {({ webhookStatistics }) => webhookStatistics && <Charts statistics={webhookStatistics} />}
        </QueryView>
      </div>
    </Panel>
  );
}

type Answer = NonNullable<WebhookStatisticsQuery['webhookStatistics']>;

function Charts({ statistics: { from, bucketMinutes, buckets } }: { readonly statistics: Answer }) {
  const { timeZone } = useSession().user;
  const succeeded = buckets.reduce((total, bucket) => total + bucket.succeeded, 0);
  const failed = buckets.reduce((total, bucket) => total + bucket.failed, 0);
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
        parts={[
          { className: 'bar-succeeded', name: `${succeeded} acknowledged` },
          { className: 'bar-failed', name: `${failed} failed` },
        ]}
        bars={named.map((bucket) => ({
          key: bucket.startTime,
          title: `${bucket.time}: ${bucket.succeeded} acknowledged, ${bucket.failed} failed`,
          values: [bucket.succeeded, bucket.failed],
        }))}
      />
      <BarChart
        title="Latency"
        label={`Half of the attempts took at most ${slowestHalf} ms and 95 % at most ${slowest} ms, in each span of time`}
        parts={[
          { className: 'bar-half', name: `median, at most ${slowestHalf} ms` },
          { className: 'bar-most', name: `95th percentile, at most ${slowest} ms` },
        ]}
        bars={named.map(({ startTime, time, latencyP50, latencyP95 }) => ({
          key: startTime,
          title: latencyP50 === null ? time : `${time}: half within ${latencyP50} ms, 95 % within ${latencyP95} ms`,
          values: [latencyP50 ?? 0, (latencyP95 ?? 0) - (latencyP50 ?? 0)],
        }))}
      />
      <div className="chart-ends">
        <span>{bucketTime(from, timeZone)}</span>
        <span>now</span>
      </div>
      <StatisticsTable buckets={buckets} bucketMinutes={bucketMinutes} timeZone={timeZone} />
    </>
  );
}

interface StatisticsTableProps {
  readonly buckets: NonNullable<WebhookStatisticsQuery['webhookStatistics']>['buckets'];
  readonly bucketMinutes: number;
  readonly timeZone: string;
}

/** The numbers of the charts, for whoever cannot see them or wants them exactly. */
function StatisticsTable({ buckets, bucketMinutes, timeZone }: StatisticsTableProps) {
  const shown = buckets.filter(({ succeeded, failed }) => succeeded + failed > 0).toReversed();
  return (
    <details className="chart-table">
      <summary>The numbers as a table</summary>
      <table>
        <caption>
          In spans of {spanText(bucketMinutes)}, the newest first; spans without attempts are left out.
          {shown.some(({ isSampled }) => isSampled) &&
            ' Of a span with 500 attempts or more, the newest 500 are counted.'}
        </caption>
        <thead>
          <tr>
            <th>From</th>
            <th>Acknowledged</th>
            <th>Failed</th>
            <th>Half within, ms</th>
            <th>95 % within, ms</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ startTime, succeeded, failed, latencyP50, latencyP95 }) => (
            <tr key={startTime}>
              <th scope="row">{bucketTime(startTime, timeZone)}</th>
              <td>{succeeded}</td>
              <td>{failed}</td>
              <td>{latencyP50}</td>
              <td>{latencyP95}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** When a span begins, in the viewer's zone. */
function bucketTime(at: string, timeZone: string): string {
  const shape = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en', { ...shape, timeZone }).format(new Date(at));
}

function spanText(minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
