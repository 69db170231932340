import { Tooltip } from '@mantine/core';
import { useSession } from '../app/session.ts';
import { now } from './now.ts';

const minute = 60_000;
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60 * minute],
  ['month', 30 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
];

interface MomentProps {
  /** Nothing is shown where it is null. */
  readonly at: string | null;
  /** The words that lead to it. */
  readonly before?: string;
}

/** An instant as far away as it is, with the exact time in the viewer's zone and in UTC on hover and for keyboards. */
export function Moment({ at, before }: MomentProps) {
  const { user } = useSession();
  if (at === null) return null;
  const full = `${exact(at, user.timeZone)} · ${exact(at, 'UTC')}`;
  return (
    <>
      {before}
      <Tooltip label={full} events={{ hover: true, focus: true, touch: true }} withArrow>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by keyboard. */}
        <time dateTime={at} tabIndex={0}>
          {distance(new Date(at).getTime() - now())}
        </time>
      </Tooltip>
    </>
  );
}

/** The instant in full, with its zone named. */
export function ExactMoment({ at, before }: MomentProps) {
  const { user } = useSession();
  if (at === null) return null;
  return (
    <>
      {before}
      <time dateTime={at} title={exact(at, 'UTC')}>
        {exact(at, user.timeZone)}
      </time>
    </>
  );
}

function exact(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(new Date(at));
}

function distance(milliseconds: number): string {
  const [unit, size] = units.find(([, each]) => Math.abs(milliseconds) >= each) ?? ['second', 1000];
  if (unit === 'second') return milliseconds > 0 ? 'in less than a minute' : 'just now';
  // What is over is so many whole units ago; what comes is nearer to the rounded number.
  const count = milliseconds > 0 ? Math.round(milliseconds / size) : Math.trunc(milliseconds / size);
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(count, unit);
}
