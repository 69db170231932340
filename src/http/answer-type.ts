/** In the order of our choice, where a client accepts them alike. */
const answerTypes = ['application/json', 'application/graphql-response+json'] as const;

export type AnswerType = (typeof answerTypes)[number];

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * What to answer a request with this `Accept`: of the two types of GraphQL over HTTP the one that it likes best, and of
 * those it likes alike the one it names first. Undefined when it takes neither.
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

/** Answers are UTF-8: a range that asks for another charset matches nothing. */
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

/** Of the range that speaks of the type most exactly. */
function indexOfRange(ranges: readonly Range[], type: AnswerType): number {
  const exactness = [type, 'application/*', '*/*'];
  const index = exactness.map((each) => ranges.findIndex((range) => range.type === each)).find((found) => found !== -1);
  return index ?? -1;
}
