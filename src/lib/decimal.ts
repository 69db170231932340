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

/** Negative, 0 or positive, as for sorting. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const { digits } = difference(one, other);
  return digits < 0n ? -1 : digits > 0n ? 1 : 0;
}

/** Whether a value lies a whole number of steps away from a base. The step is positive. */
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
