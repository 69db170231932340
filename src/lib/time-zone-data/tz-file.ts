/** From an instant on, the clock of a zone is `offset` seconds ahead of UTC. */
export interface Transition {
  /** Seconds from 1970; -Infinity for the first. */
  readonly at: number;
  readonly offset: number;
  readonly isDst: boolean;
}

/** A compiled zone of tzdata. */
export interface TzFile {
  readonly transitions: readonly Transition[];
  /** The rule after the last transition, as in the variable TZ of POSIX. */
  readonly rule: string;
}

/** zic writes a transition long before the first real one, for programs that need it. */
const beforeHistory = -1e11;

/** Reads a compiled zone (TZif, RFC 9636), of version 2 or later: version 1 ends in 2037. */
export function readTzFile(file: Buffer): TzFile {
  if (!isTzFile(file) || file.readUInt8(4) < 0x32) throw new RangeError('It is not a TZif file of version 2 or later.');
  const { end: start } = layoutOf(file, 0, 4);
  const { times, typeOf, types, timeCount, end } = layoutOf(file, start, 8);
  const transitionTo = (at: number, index: number): Transition => {
    const type = types + index * 6;
    return { at, offset: file.readInt32BE(type), isDst: file.readUInt8(type + 4) === 1 };
  };
  const transitions = [transitionTo(Number.NEGATIVE_INFINITY, 0)];
  for (let index = 0; index < timeCount; index++) {
    const at = Number(file.readBigInt64BE(times + index * 8));
    const next = transitionTo(at, file.readUInt8(typeOf + index));
    if (at < beforeHistory) transitions[0] = { ...next, at: Number.NEGATIVE_INFINITY };
    else transitions.push(next);
  }
  return { transitions, rule: file.toString('latin1', end + 1, file.indexOf(0x0a, end + 1)) };
}

export function isTzFile(file: Buffer): boolean {
  return file.toString('latin1', 0, 4) === 'TZif';
}

/** The offsets of the parts of a block. The times of the first block have 4 bytes, those of the second have 8. */
function layoutOf(file: Buffer, start: number, timeSize: number) {
  const count = (index: number) => file.readUInt32BE(start + 20 + index * 4);
  const [utCount, standardCount, leapCount, timeCount] = [count(0), count(1), count(2), count(3)];
  const [typeCount, charCount] = [count(4), count(5)];
  const times = start + 44;
  const typeOf = times + timeCount * timeSize;
  const types = typeOf + timeCount;
  const end = types + typeCount * 6 + charCount + leapCount * (timeSize + 4) + standardCount + utCount;
  return { times, typeOf, types, timeCount, end };
}
