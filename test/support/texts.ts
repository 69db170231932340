/** What stands for the first and the second value in a text. */
export const samples = ['FIRST', 'SECOND'] as const;

/** Every text of a language by its place, those with values in them with samples. */
export function flat(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value(...samples))]];
  return Object.entries(value as object).flatMap(([name, each]) => flat(each, `${path}.${name}`));
}

/** The places of texts that are equal in two languages, except for empty ones. */
export function sameTexts(texts: unknown, others: unknown): string[] {
  const byPath = new Map(flat(others));
  return flat(texts)
    .filter(([path, text]) => text !== '' && text === byPath.get(path))
    .map(([path]) => path);
}

/** The places of texts with a value that takes part in the order of the words around it. */
export function unisolated(texts: unknown): string[] {
  return flat(texts)
    .filter(([, text]) => samples.some((sample) => text.replaceAll(`\u2068${sample}\u2069`, '').includes(sample)))
    .map(([path]) => path);
}
