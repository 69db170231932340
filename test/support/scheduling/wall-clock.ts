/**
 * The wall clock of a zone, minute by minute, as Intl prints it. Minutes are counted from 1970-01-01T00:00, on the wall
 * clock as well as in UTC. Zones of this century have offsets of whole minutes.
 */
export const minutesPerDay = 1440;

const formats = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, Map<number, Int32Array>>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const digits = '2-digit';
  const fields = { year: 'numeric', month: digits, day: digits, hour: digits, minute: digits } as const;
  // Swedish dates are those of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...fields });
  formats.set(timeZone, format);
  return format;
}

function printedMinute(timeZone: string, utcMinute: number): number {
  const [date, time] = formatOf(timeZone)
    .format(utcMinute * 60_000)
    .split(' ');
  return Date.parse(`${date}T${time}Z`) / 60_000;
}

/** What the wall clock shows in each minute of a day of UTC. Only an hour in which it is moved is read minute by minute. */
function readDay(timeZone: string, utcDay: number): Int32Array {
  const walls = new Int32Array(minutesPerDay);
  let wall = printedMinute(timeZone, utcDay * minutesPerDay);
  for (let hour = 0; hour < minutesPerDay; hour += 60) {
    const first = utcDay * minutesPerDay + hour;
    const next = printedMinute(timeZone, first + 60);
    for (let minute = 0; minute < 60; minute++) {
      walls[hour + minute] = next === wall + 60 ? wall + minute : printedMinute(timeZone, first + minute);
    }
    wall = next;
  }
  return walls;
}

/** The 1440 wall minutes of a day of UTC. */
export function wallsOfDay(timeZone: string, utcDay: number): Int32Array {
  const ofZone = days.get(timeZone) ?? new Map<number, Int32Array>();
  days.set(timeZone, ofZone);
  const walls = ofZone.get(utcDay) ?? readDay(timeZone, utcDay);
  ofZone.set(utcDay, walls);
  return walls;
}

/** Days from 1970-01-01 to the date that the wall clock shows. */
export function localDay(timeZone: string, instant: number): number {
  const utcMinute = Math.floor(instant / 60_000);
  const utcDay = Math.floor(utcMinute / minutesPerDay);
  const wall = wallsOfDay(timeZone, utcDay)[utcMinute - utcDay * minutesPerDay] ?? Number.NaN;
  return Math.floor(wall / minutesPerDay);
}
