/** One SQL statement: told by its name to metrics and tests, prepared once a connection where `prepared` names it. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly prepared?: string;
  /** Rows come as arrays, in the order of the columns: cheaper by a tenth where rows are many and wide. */
  readonly asArrays?: true;
}

/** A statement that never changes: prepared under its own name. */
export function fixedStatement(name: string, text: string): Statement {
  return { name, text, prepared: name };
}

/** A connection keeps each prepared text, with its plan, in memory. */
const greatestNumberOfTexts = 100;
const preparedNames = new Map<string, Map<string, string>>();

export interface Shape extends Pick<Statement, 'asArrays'> {
  /** Whether it is asked for again and again; what is asked for once and never again is not worth preparing. */
  readonly isCommon: boolean;
}

/** Page sizes that clients use: the default, the greatest, and round numbers between. A text has its limit in it. */
const commonLimits: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

export function isCommonLimit(limit: number): boolean {
  return commonLimits.has(limit);
}

/** A statement whose text depends on what is asked for. Of each name the first 100 usual texts are prepared. */
export function writtenStatement(name: string, text: string, { isCommon, ...shape }: Shape): Statement {
  const prepared = isCommon ? preparedName(name, text) : undefined;
  return prepared === undefined ? { ...shape, name, text } : { ...shape, name, text, prepared };
}

function preparedName(name: string, text: string): string | undefined {
  const names = preparedNames.get(name) ?? new Map<string, string>();
  preparedNames.set(name, names);
  const known = names.get(text);
  if (known !== undefined || names.size >= greatestNumberOfTexts) return known;
  const prepared = `${name}.${names.size}`;
  names.set(text, prepared);
  return prepared;
}
