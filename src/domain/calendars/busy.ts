import { minuteMs } from '#src/lib/time/zone-offsets.ts';

// The busy times of a calendar are stored as bytes: pairs of 32-bit little-endian integers, the minutes since 1970 at which
// each begins and ends, sorted and disjoint. A slot query reads thousands of them with one row.

/** `[start, end)` in epoch milliseconds. */
export interface BusyTime {
  readonly start: number;
  readonly end: number;
}

const bytesOfTime = 8;
/** 6053 AD. */
const maxMinute = 2 ** 31 - 1;

/** Rounds outward to whole minutes, so that no busy time is lost. Drops empty times. */
export function packBusy(times: readonly BusyTime[]): Buffer<ArrayBuffer> {
  const minutes = times
    .map(({ start, end }): [number, number] => [
      clamped(Math.floor(start / minuteMs)),
      clamped(Math.ceil(end / minuteMs)),
    ])
    .filter(([start, end]) => start < end)
    .sort(([one], [other]) => one - other);
  const merged: [number, number][] = [];
  for (const [start, end] of minutes) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  const bytes = Buffer.alloc(merged.length * bytesOfTime);
  merged.forEach(([start, end], index) => {
    bytes.writeInt32LE(start, index * bytesOfTime);
    bytes.writeInt32LE(end, index * bytesOfTime + 4);
  });
  return bytes;
}

function clamped(minute: number): number {
  return Math.min(maxMinute, Math.max(-maxMinute, minute));
}

/** The busy times that overlap `[from, until)`, ascending. */
export function unpackBusy(bytes: Buffer, from = -Infinity, until = Infinity): BusyTime[] {
  const count = Math.floor(bytes.length / bytesOfTime);
  const times: BusyTime[] = [];
  for (let index = firstEndingAfter(bytes, count, from); index < count; index++) {
    const start = bytes.readInt32LE(index * bytesOfTime) * minuteMs;
    if (start >= until) break;
    times.push({ start, end: bytes.readInt32LE(index * bytesOfTime + 4) * minuteMs });
  }
  return times;
}

/** The starts from which a time of this length overlaps no busy time. `starts` must be ascending. */
export function startsBesideBusy(starts: readonly number[], bytes: Buffer, lengthMs: number): readonly number[] {
  const [first] = starts;
  const count = Math.floor(bytes.length / bytesOfTime);
  if (first === undefined || count === 0) return starts;
  let index = firstEndingAfter(bytes, count, first);
  const startOf = () => (index < count ? bytes.readInt32LE(index * bytesOfTime) * minuteMs : Infinity);
  const endOf = () => (index < count ? bytes.readInt32LE(index * bytesOfTime + 4) * minuteMs : Infinity);
  let [start, end] = [startOf(), endOf()];
  return starts.filter((at) => {
    while (end <= at) {
      index++;
      [start, end] = [startOf(), endOf()];
    }
    // All following busy times begin later.
    return at + lengthMs <= start;
  });
}

function firstEndingAfter(bytes: Buffer, count: number, from: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bytes.readInt32LE(middle * bytesOfTime + 4) * minuteMs > from) high = middle;
    else low = middle + 1;
  }
  return low;
}
