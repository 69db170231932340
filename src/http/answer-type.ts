/** In our order of preference, for clients that accept both equally. */
const answerTypes = ['application/json', 'application/graphql-response+json'] as const;

export type AnswerType = (typeof answerTypes)[number];

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * The media type of a response to a request with this `Accept`: of the two types of GraphQL over HTTP the one with the
 * highest quality, and of equals the one named first. Undefined when the client accepts neither.
 */
export function answerTypeFor(accept: string | undefined): AnswerType | undefined {
  if (accept === undefined || accept === '' || accept === '*/*') return answerTypes[0];
  const ranges = accept.split(',').flatMap(rangeIn);
  const [best] = answerTypes
    .map((type) => ({ type, index: indexOfRange(ranges, type) }))
    .map(({ type, index }) => ({ type, index, quality: ranges[index]?.quality ?? 0 }))
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality || one.index - other.index);
  return best?.type;
}

/** Responses are UTF-8: a range with another charset matches nothing. */
function rangeIn(text: string): Range[] {
  const [type = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const values = new Map(parameters.map((part) => [part.split('=')[0]?.trim(), part.split('=')[1]?.trim()]));
  const charset = values.get('charset');
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset)) return [];
  const quality = Number(values.get('q') ?? 1);
  return [{ type, quality: Number.isNaN(quality) ? 0 : quality }];
}

/** The index of the most specific range that matches the type. */
function indexOfRange(ranges: readonly Range[], type: AnswerType): number {
  const bySpecificity = [type, 'application/*', '*/*'];
  const index = bySpecificity
    .map((each) => ranges.findIndex((range) => range.type === each))
    .find((found) => found !== -1);
  return index ?? -1;
}
