/** An exact decimal number: digits × 10^-places. */
export interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

/** Parses decimal text, or a number as JavaScript prints it: very large and small ones have an exponent. */
export function decimal(value: string | number): Decimal {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (!match) throw new RangeError(`${value} is not a decimal number`);
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

/**
 * A JSON number as decimal text without an exponent or trailing zeros, to the last digit: `1.50e3` becomes `1500`. A number
 * of more than 40 digits before or after the point, or with an exponent of three digits, is returned as it is.
 */
export function withoutExponent(source: string): string {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(source);
  if (!match) return source;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const point = whole.length + Number(exponent);
  const digits = '0'.repeat(Math.max(0, 1 - point)) + (whole + fraction).padEnd(point, '0');
  const wholeDigits = digits.slice(0, Math.max(1, point)).replace(/^0+(?=\d)/, '');
  const places = digits.slice(Math.max(1, point)).replace(/0+$/, '');
  return `${sign}${wholeDigits}${places && `.${places}`}`;
}

/** Decimal text with at least two places, and more only where they are not 0: `5` becomes `5.00`, and `1.250` becomes `1.25`. */
export function amountText(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const places = fraction.replace(/0+$/, '').padEnd(2, '0');
  const padded = `${whole.replace(/^(-?)0+(?=\d)/, '$1')}.${places}`;
  return padded === '-0.00' ? '0.00' : padded;
}

/** A double holds every decimal of 15 digits. */
const maxDigitsOfDouble = 15;

/** Decimal text as a value that `JSON.stringify` prints as a number, to the last digit. */
export function jsonNumber(text: string): unknown {
  return text.length <= maxDigitsOfDouble ? Number(text) : rawJson(text);
}

const { rawJSON: rawJson } = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** The exact sum of two amounts, as `amountText`. */
export function addedAmounts(one: string, other: string): string {
  const [first, second] = [decimal(one), decimal(other)];
  const places = Math.max(2, first.places, second.places);
  const sum = digitsAt(first, places) + digitsAt(second, places);
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0');
  return amountText(`${sum < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`);
}

/** An amount divided by a whole number above 0, as `amountText`, rounded to this many places; half of the last place away from 0. */
export function dividedAmount(amount: string, by: number, places: number): string {
  const digits = roundedQuotient(decimal(amount), BigInt(by), places);
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const [whole, fraction] = [text.slice(0, text.length - places), text.slice(text.length - places)];
  return amountText(`${digits < 0n ? '-' : ''}${whole}.${fraction}`);
}

/** The quotient × 10^places, rounded. */
function roundedQuotient({ digits, places }: Decimal, by: bigint, target: number): bigint {
  const size = digits < 0n ? -digits : digits;
  const divisor = by * 10n ** BigInt(Math.max(0, places - target));
  const quotient = (2n * size * 10n ** BigInt(Math.max(0, target - places)) + divisor) / (2n * divisor);
  return digits < 0n ? -quotient : quotient;
}

/** Negative, 0 or positive, as for sorting. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const { digits } = difference(one, other);
  return digits < 0n ? -1 : digits > 0n ? 1 : 0;
}

/** True if a value lies a whole number of steps away from a base. The step is positive. */
export function isStepsAway(value: Decimal, base: Decimal, step: Decimal): boolean {
  const distance = difference(value, base);
  const places = Math.max(distance.places, step.places);
  return digitsAt(distance, places) % digitsAt(step, places) === 0n;
}

function difference(one: Decimal, other: Decimal): Decimal {
  const places = Math.max(one.places, other.places);
  return { digits: digitsAt(one, places) - digitsAt(other, places), places };
}

function digitsAt({ digits, places }: Decimal, targetPlaces: number): bigint {
  return digits * 10n ** BigInt(targetPlaces - places);
}
