// Run as a process with ICU_TIMEZONE_FILES_DIR: compares what the server computes by with the changes on standard input.

import { readFileSync } from 'node:fs';
import { zoneClock } from '#src/lib/icalendar/wall-clock.ts';
import { zoneOffsets } from '#src/lib/time/zone-offsets.ts';
import type { Change } from './zone-folder.ts';

const minute = 60_000;
interface Sweep {
  readonly changes: readonly Change[];
  /** How many seconds the clock of each zone is ahead of UTC at the start. */
  readonly offsets: Readonly<Record<string, number>>;
  /** Seconds from 1970, and how many of them. */
  readonly from: number;
  readonly seconds: number;
}
const { changes, offsets: first, from, seconds }: Sweep = JSON.parse(readFileSync(0, 'utf8'));
const wrong: string[] = [];
let compared = 0;

for (const [timeZone, ahead] of Object.entries(first)) {
  const ofZone = changes.filter((change) => change.timeZone === timeZone);
  // A clock that changes less often is compared for all of the time.
  const until = ofZone[1]?.at ?? from + seconds;
  // All of the server's offsets between the start and two hours after the second change, with their changes.
  const [start, end] = [from * 1000, until * 1000 + 120 * minute];
  const offsets = zoneOffsets(timeZone, start, end);
  const clock = zoneClock(timeZone, start, end);
  const intl = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const expectedAt = (instant: number) => (ofZone.findLast(({ at }) => at * 1000 <= instant)?.after ?? ahead) * 1000;
  const near = ofZone.flatMap(({ at }) => Array.from({ length: 181 }, (_, index) => at * 1000 + (index - 90) * minute));
  const regular = Array.from(
    { length: Math.floor((end - start) / (360 * minute)) },
    (_, index) => start + index * 360 * minute,
  );
  for (const instant of [...regular, ...near]) {
    const expected = expectedAt(instant);
    const found = [offsets.offsetAt(instant), clock.wallAt(instant) - instant];
    if (near.includes(instant)) found.push(offsetOf(intl.formatToParts(instant)));
    compared += found.length;
    if (found.some((each) => each !== expected))
      wrong.push(`${timeZone} ${new Date(instant).toISOString()} ${found} not ${expected}`);
  }
}
process.stdout.write(JSON.stringify({ release: process.versions.tz, compared, wrong: wrong.slice(0, 10) }));

function offsetOf(parts: Intl.DateTimeFormatPart[]): number {
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '', hours = 0, minutes = 0, seconds = 0] = /^GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
