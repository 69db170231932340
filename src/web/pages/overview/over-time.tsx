import { useEffect, useState } from 'react';
import type { CallOverviewQuery } from '../../gql/overview.ts';
import { stepText } from '../../kit/days.ts';
import { Panel } from '../../kit/layout.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { RateNumber } from '../../parts/numbers/rates.tsx';
import { numberText } from '../../parts/numbers/texts.ts';
import type { ChartProps } from './chart.tsx';
import { colorOf, countSeries, rateSeries, type Series } from './chart-series.ts';

/** The server draws no chart: it needs the size of the window, and its script is as large as that of all pages together. */
const Chart = import.meta.env.SSR ? undefined : lazyPart(() => import('./chart.tsx'), 'Chart');

const stepTitles = { day: 'Day', week: 'Week of', month: 'Month' } as const;
type Step = keyof typeof stepTitles;

const summaries: Readonly<Record<Step, string>> = {
  day: 'By day, by the start of the calls.',
  week: 'By week, by the start of the calls. The first and the last week may be in the period only in part.',
  month: 'By month, by the start of the calls. The first and the last month may be in the period only in part.',
};

type Report = NonNullable<CallOverviewQuery['callNumbers']>;

/** The numbers and the rates of each day, week or month of the period: as lines, and as a table. */
export function OverTime({ report: { groups, groupBy } }: { readonly report: Report }) {
  const step = groupBy as Step;
  const steps = groups.map((group) => ({ ...group, step: stepText(group.key ?? '', step) }));
  return (
    <Panel title="Over time" summary={summaries[step]}>
      <div className="charts">
        <Figure
          title="Calls"
          series={countSeries}
          data={steps.map(({ step: name, booked, held, won }) => ({ step: name, booked, held, won }))}
          textOf={numberText}
        />
        <Figure
          title="Rates"
          series={rateSeries}
          data={steps.map(({ step: name, showRate, closeRate }) => ({
            step: name,
            showRate: percentOf(showRate.value),
            closeRate: percentOf(closeRate.value),
          }))}
          textOf={(value) => `${value}%`}
          max={100}
        />
      </div>
      <details className="more">
        <summary>These numbers as a table</summary>
        <div className="steps-box">
          <table className="steps" aria-label={`Numbers by ${step}`}>
            <thead>
              <tr>
                <th scope="col">{stepTitles[step]}</th>
                {['Booked', 'Held', 'Won', 'Show rate', 'Close rate'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {steps.map(({ key, step: name, booked, held, won, showRate, closeRate }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {[booked, held, won].map((count, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change.
                    <td key={index}>{numberText(count)}</td>
                  ))}
                  <td>
                    <RateNumber rate={showRate} />
                  </td>
                  <td>
                    <RateNumber rate={closeRate} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Panel>
  );
}

interface FigureProps extends Omit<ChartProps, 'series'> {
  readonly series: readonly Series[];
  readonly title: string;
}

/** A chart with its name and its legend. Its place is as high before it is there. */
function Figure({ title, series, data, textOf, max }: FigureProps) {
  const [isInBrowser, setIsInBrowser] = useState(false);
  // The first picture is that of the server, which has none.
  useEffect(() => setIsInBrowser(true), []);
  return (
    <figure className="chart">
      <figcaption>
        {title}
        <span className="for-screen-readers">{spokenText(series, data, textOf)}</span>
        <span className="legend" aria-hidden="true">
          {series.map((line) => (
            <span key={line.name}>
              <svg width="28" height="10" aria-hidden="true">
                <line x1="1" x2="27" y1="5" y2="5" strokeDasharray={line.dashes} style={{ stroke: colorOf(line) }} />
              </svg>
              {line.label}
            </span>
          ))}
        </span>
      </figcaption>
      <div className="chart-box" aria-hidden="true">
        {isInBrowser && Chart && (
          <Chart series={series.map(lineOf)} data={data} textOf={textOf} {...(max !== undefined && { max })} />
        )}
      </div>
    </figure>
  );
}

/** A line as the library of charts takes it. */
function lineOf({ dashes, ...line }: Series): ChartProps['series'][number] {
  const { name, label } = line;
  return { name, label, color: colorOf(line), ...(dashes !== undefined && { strokeDasharray: dashes }) };
}

/** What the lines show, in a sentence for each: `Booked: 3 at first, 5 at last, 9 at most.` */
function spokenText(series: readonly Series[], data: ChartProps['data'], textOf: (value: number) => string): string {
  const sentences = series.map(({ name, label }) => {
    const values = data.map((each) => each[name]).filter((value) => typeof value === 'number');
    const [first, last] = [values[0], values.at(-1)];
    if (first === undefined || last === undefined) return `${label}: none.`;
    return `${label}: ${textOf(first)} at first, ${textOf(last)} at last, ${textOf(Math.max(...values))} at most.`;
  });
  return `. ${sentences.join(' ')} All numbers are in the table below.`;
}

function percentOf(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100);
}
