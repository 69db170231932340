const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A number of days from now, `never`, or the last day of the key: YYYY-MM-DD. */
export type Expiry = string;

export const expiryChoices = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'Never' },
  { value: 'own', label: 'A day of my own…' },
];

/** The choice that an expiry is one of. */
export function choiceOf(expiry: Expiry): string {
  return expiryChoices.some(({ value }) => value === expiry) ? expiry : 'own';
}

/** A day as the input has it, so many days from now. */
export function dayIn(days: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now() + days * dayMs);
}

/** The instant, to whole minutes, so that another try within the minute is the same request; undefined for never. */
export function expiresAt(expiry: Expiry, timeZone: string): string | undefined {
  if (expiry === 'never') return undefined;
  const instant = choiceOf(expiry) === 'own' ? endOfDay(expiry, timeZone) : Date.now() + Number(expiry) * dayMs;
  return new Date(Math.floor(instant / minuteMs) * minuteMs).toISOString();
}

/** What is wrong with it before the server says so. */
export function expiryProblem(expiry: Expiry): string | null {
  if (choiceOf(expiry) !== 'own') return null;
  return Number.isNaN(Date.parse(expiry)) ? 'Choose the last day of the key' : null;
}

function endOfDay(day: string, timeZone: string): number {
  const wallTime = Date.parse(`${day}T00:00:00Z`) + dayMs;
  // The offset at the end of the day is that of an instant near it, which the first guess is.
  return wallTime - offsetAt(wallTime - offsetAt(wallTime, timeZone), timeZone);
}

function offsetAt(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - instant;
}
