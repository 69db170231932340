// People who write links by hand do not encode a `+`, which stands for a space in a query. In an address, a number or an offset a space
// makes no sense at that place, so the `+` is kept.

export type PlusKind = 'email' | 'instant' | 'phone number';

const pluses: Readonly<Record<PlusKind, (value: string) => string>> = {
  // A `+` within an address, also in a list with commas; around an address, it is white space.
  email: (value) =>
    value.replace(/\++/g, (run, at: number) => {
      const [before, after] = [value.slice(Math.max(0, at - 3), at), value.slice(at + run.length, at + run.length + 3)];
      const isAround = /(?:^|,|%2c)$/i.test(before) || /^(?:$|,|%2c)/i.test(after);
      return isAround ? run : '%2B'.repeat(run.length);
    }),
  // A `+` before the hours and minutes of an offset.
  instant: (value) => value.replace(/(?:\+|%20)(?=\d\d(?::|%3a)\d\d$)/i, '%2B'),
  // A `+` before a number, whose spaces may also be written as `+`.
  'phone number': (value) => value.replace(/^(tel(?::|%3a))?(?:\+|%20)(?=\d|\(|%28)/i, '$1%2B'),
};

/** The value of a parameter, still encoded, with `%2B` for each `+` that means itself. */
export function withPlus(value: string, kind: PlusKind | undefined): string {
  return kind === undefined ? value : pluses[kind](value);
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
