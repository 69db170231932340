// A `+` in a query stands for a space, and whoever writes a link by hand writes the `+` of a value as it is. In values of these kinds
// a space has no meaning at that place, so the `+` keeps its own.

export type PlusKind = 'email' | 'instant' | 'phone number';

const pluses: Readonly<Record<PlusKind, RegExp>> = {
  // Within an address, also one of several with commas between; around it, it is white space.
  email: /(?<!(?:^|,|%2c)\+*)\+(?!\+*(?:$|,|%2c))/gi,
  // Before the hours and minutes of an offset.
  instant: /(?:\+|%20)(?=\d\d(?::|%3a)\d\d$)/i,
  // Before a number, of which the spaces may also be written as `+`.
  'phone number': /^(?:\+|%20)(?=\d|\(|%28)/i,
};

/** The value of a parameter, still encoded, with `%2B` for each `+` that means itself. */
export function withPlus(value: string, kind: PlusKind | undefined): string {
  return kind === undefined ? value : value.replace(pluses[kind], '%2B');
}

/** A query, still encoded, with `%2B` for each `+` that means itself, by the kinds of its parameters. */
export function withPluses(query: string, kindOf: (name: string) => PlusKind | undefined): string {
  if (!/\+|%20/.test(query)) return query;
  return query
    .split('&')
    .map((pair) => {
      const end = pair.indexOf('=');
      if (end === -1) return pair;
      return `${pair.slice(0, end)}=${withPlus(pair.slice(end + 1), kindOf(decodedName(pair.slice(0, end))))}`;
    })
    .join('&');
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
