/** A share of a number, with both numbers. */
export interface Rate {
  readonly numerator: number;
  readonly denominator: number;
  readonly value: number | null;
}

/** A rate of fewer says little. */
const minDenominator = 10;

export function isFew({ denominator }: Rate): boolean {
  return denominator > 0 && denominator < minDenominator;
}

export function numberText(number: number): string {
  return number.toLocaleString('en');
}

/** `77%`, or a dash where there is nothing to count. */
export function rateText({ value }: Rate): string {
  return value === null ? '–' : `${Math.round(value * 100)}%`;
}

/** How a number compares with that of the period before: `+6 from 84`. */
export function changeText(number: number, before: number): string {
  return number === before
    ? `unchanged from ${numberText(before)}`
    : `${signed(number - before)} from ${numberText(before)}`;
}

/** The same of rates, in percentage points: `−3 points from 80%`. */
export function rateChangeText(rate: Rate, before: Rate): string | undefined {
  if (rate.value === null || before.value === null) return undefined;
  const points = Math.round(rate.value * 100) - Math.round(before.value * 100);
  if (points === 0) return `unchanged from ${rateText(before)}`;
  return `${signed(points)} ${Math.abs(points) === 1 ? 'point' : 'points'} from ${rateText(before)}`;
}

/** A duration, to one unit: `12 min`, `3 h`, `2 days`. */
export function minutesText(minutes: number): string {
  if (minutes < 90) return `${Math.round(minutes)} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.round(minutes / 1_440);
  return days === 1 ? 'a day' : `${numberText(days)} days`;
}

function signed(number: number): string {
  return number > 0 ? `+${numberText(number)}` : `−${numberText(-number)}`;
}
