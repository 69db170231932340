import type { WebhookStatisticsQuery } from '../../../../gql/webhook-statistics.ts';

interface StatisticsTableProps {
  readonly buckets: NonNullable<WebhookStatisticsQuery['webhookStatistics']>['buckets'];
  readonly bucketMinutes: number;
  readonly timeZone: string;
}

/** The numbers of the charts, for whoever cannot see them or wants them exactly. */
export function StatisticsTable({ buckets, bucketMinutes, timeZone }: StatisticsTableProps) {
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
export function bucketTime(at: string, timeZone: string): string {
  const shape = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en', { ...shape, timeZone }).format(new Date(at));
}

function spanText(minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
