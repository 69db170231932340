import { type Spread, spread } from '../compare/summary.ts';
import { latenciesOf, median } from '../load/latencies.ts';
import { table } from '../table.ts';

/** What is measured of the open slots of an event, and its name in the report. */
const parts = {
  request: 'whole request',
  read: 'read of the data',
  engine: 'engine',
  dayjs: 'slot by slot with dayjs',
} as const;

type Part = keyof typeof parts;

/** Milliseconds of each run. */
export type PartTimes = Record<Part, number[]>;

export function emptyTimes(): PartTimes {
  return { request: [], read: [], engine: [], dayjs: [] };
}

export interface EventDatesSummary {
  readonly name: string;
  readonly title: string;
  /** Instants in the answer. */
  readonly slots: number;
  readonly parts: Readonly<Record<Part, { readonly p50: number; readonly p99: number; readonly runs: number }>>;
  /** How many times as fast as dayjs the engine is: by the medians of each round that ran both. */
  readonly ratio: Spread;
}

export function summaryOf(
  head: Pick<EventDatesSummary, 'name' | 'title' | 'slots'>,
  rounds: readonly PartTimes[],
): EventDatesSummary {
  const figuresOf = (part: Part) => {
    const times = rounds.flatMap((round) => round[part]);
    const { p50, p99 } = latenciesOf(times);
    return { p50, p99, runs: times.length };
  };
  return {
    ...head,
    parts: {
      request: figuresOf('request'),
      read: figuresOf('read'),
      engine: figuresOf('engine'),
      dayjs: figuresOf('dayjs'),
    },
    ratio: spread(rounds.flatMap(({ engine, dayjs }) => (dayjs.length === 0 ? [] : median(dayjs) / median(engine)))),
  };
}

export function reportOf({ name, title, slots, parts: figures, ratio }: EventDatesSummary): string {
  const rows = (Object.keys(parts) as Part[]).map((part) => {
    const { p50, p99, runs } = figures[part];
    return [parts[part], p50.toFixed(2), p99.toFixed(2), String(runs)];
  });
  const { median: middle, min, max } = ratio;
  const times = [middle, min, max].map((value) => value.toFixed(0));
  return `\n${name}: ${title}, ${slots} slots\n${table([['', 'p50 ms', 'p99 ms', 'runs'], ...rows])}
  engine ${times[0]} (${times[1]}–${times[2]}) times as fast as dayjs\n`;
}
