import type { ReactNode } from 'react';

// Chart libraries weigh more than a whole page may, and bars are all that is needed.

interface Bar {
  /** When it begins. */
  readonly key: string;
  /** What a pointer on it shows. */
  readonly title: string;
  /** Of its parts, from the bottom. */
  readonly values: readonly number[];
}

interface BarChartProps {
  readonly title: string;
  readonly legend: ReactNode;
  /** What it shows, in a sentence. */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** The classes of the parts, which colour them. */
  readonly parts: readonly string[];
}

const step = 10;
const height = 100;
/** What is there must be seen, however little it is beside the highest bar. */
const minHeight = 2;

/** Bars of stacked parts. */
export function BarChart({ title, legend, label, bars, parts }: BarChartProps) {
  const highest = Math.max(1, ...bars.map(({ values }) => sum(values)));
  return (
    <figure className="chart">
      <figcaption>
        <strong>{title}</strong> {legend}
      </figcaption>
      <svg viewBox={`0 0 ${bars.length * step} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {bars.map(({ key, title: text, values }, index) => {
          const heights = values.map((value) => (value === 0 ? 0 : Math.max(minHeight, (value / highest) * height)));
          return (
            <g key={key}>
              <title>{text}</title>
              <rect x={index * step} y={0} width={step} height={height} className="bar-space" />
              {heights.map((each, part) => (
                <rect
                  key={parts[part]}
                  className={parts[part]}
                  x={index * step + 1}
                  width={step - 2}
                  y={height - sum(heights.slice(0, part + 1))}
                  height={each}
                />
              ))}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
