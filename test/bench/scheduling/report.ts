import { figureOf, type Measured, spreadText } from '../figure.ts';
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

export interface EventDatesRound {
  /** dayjs runs only once, in the first round. */
  readonly times: PartTimes;
  /** Processor milliseconds of a request, of the server and of PostgreSQL. */
  readonly requestCpu: number;
}

export interface EventDatesSummary extends Measured {
  readonly title: string;
  /** Instants in the answer. */
  readonly slots: number;
  readonly parts: Readonly<Record<Part, { readonly p50: number; readonly p99: number; readonly runs: number }>>;
}

export function summaryOf(
  head: Pick<EventDatesSummary, 'name' | 'title' | 'slots'>,
  rounds: readonly EventDatesRound[],
): EventDatesSummary {
  const figuresOf = (part: Part) => {
    const times = rounds.flatMap(({ times: each }) => each[part]);
    const { p50, p99 } = latenciesOf(times);
    return { p50, p99, runs: times.length };
  };
  const requests = rounds.map(({ times }) => median(times.request));
  const cpu = rounds.map(({ requestCpu }) => requestCpu);
  const speeds = rounds.flatMap(({ times }) => times.dayjs.map((dayjs) => dayjs / median(times.engine)));
  return {
    ...head,
    parts: {
      request: figuresOf('request'),
      read: figuresOf('read'),
      engine: figuresOf('engine'),
      dayjs: figuresOf('dayjs'),
    },
    figures: [
      figureOf('ms', 'lower', requests),
      figureOf('CPU ms', 'lower', cpu),
      figureOf('speed of the engine × dayjs', 'higher', speeds),
    ],
  };
}

export function reportOf({ name, title, slots, parts: partTimes, figures }: EventDatesSummary): string {
  const rows = (Object.keys(parts) as Part[]).map((part) => {
    const { p50, p99, runs } = partTimes[part];
    return [parts[part], p50.toFixed(2), p99.toFixed(2), String(runs)];
  });
  const lines = figures.map(({ figure, ...each }) => `  ${spreadText(each)} ${figure}`);
  return `\n${name}: ${title}, ${slots} slots\n${table([['', 'p50 ms', 'p99 ms', 'runs'], ...rows])}\n${lines.join('\n')}\n`;
}
