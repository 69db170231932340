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

const greatestNumberOfTexts = 256;
const preparedNames = new Map<string, string>();

/**
 * A statement whose text depends on what is asked for. The first 256 texts are prepared, for a connection keeps each
 * prepared text in memory; rarer ones are sent as they are.
 */
export function writtenStatement(name: string, text: string, shape: Pick<Statement, 'asArrays'> = {}): Statement {
  let prepared = preparedNames.get(text);
  if (prepared === undefined && preparedNames.size < greatestNumberOfTexts) {
    prepared = `${name}.${preparedNames.size}`;
    preparedNames.set(text, prepared);
  }
  return prepared === undefined ? { ...shape, name, text } : { ...shape, name, text, prepared };
}
