// Chart libraries weigh more than a whole page may, and bars are all that is needed.

interface Bar {
  /** When it begins. */
  readonly key: string;
  /** What a pointer on it shows. */
  readonly title: string;
  /** Of its parts, from the bottom. */
  readonly values: readonly number[];
}

interface Part {
  /** Colours it. */
  readonly className: string;
  readonly name: string;
}

interface BarChartProps {
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly parts: readonly Part[];
}

const step = 10;
const height = 100;
/** What is there must be seen, however little it is beside the highest bar. */
const minHeight = 2;

/** Bars of stacked parts. */
export function BarChart({ title, label, bars, parts }: BarChartProps) {
  const highest = Math.max(1, ...bars.map(({ values }) => sum(values)));
  return (
    <figure className="chart">
      <figcaption>
        <strong>{title}</strong>
        {parts.map((part) => (
          <Key key={part.className} {...part} />
        ))}
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
                  key={parts[part]?.className}
                  className={parts[part]?.className}
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

function Key({ className, name }: Part) {
  return (
    <span className="chart-key">
      <svg viewBox="0 0 1 1" width="10" height="10" aria-hidden="true">
        <rect width="1" height="1" className={className} />
      </svg>
      {name}
    </span>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
