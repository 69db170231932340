import leven from 'leven';

/** A longer name is not compared: no known name is that long. */
export const maxComparedLength = 64;

/** The known name that a name probably means: it differs by at most a letter in three, or contains the name. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxComparedLength) return undefined;
  const plain = plainName(name);
  const distances = known.map((each) => ({ each, distance: mistakesBetween(plain, plainName(each)) }));
  const [best] = distances.sort((one, other) => one.distance - other.distance);
  if (best && best.distance <= plain.length / 3) return best.each;
  return plain.length >= 4 ? known.find((each) => plainName(each).includes(plain)) : undefined;
}

/** The same letters in another order are one mistake. */
function mistakesBetween(one: string, other: string): number {
  return lettersOf(one) === lettersOf(other) ? Number(one !== other) : leven(one, other);
}

function lettersOf(name: string): string {
  return [...name].sort().join('');
}

/** `first_name` and `FirstName` are the same name. */
function plainName(name: string): string {
  return name.replace(/[-_ ]/g, '').toLowerCase();
}
