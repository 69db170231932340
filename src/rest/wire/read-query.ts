import type { ValidationDetails } from '#src/domain/errors.ts';

/** Values by name, as text. A name with more than one value, or one that is no UTF-8, is told as an error of its field. */
export interface RawQuery {
  readonly values: Record<string, string>;
  readonly fieldErrors: ValidationDetails['fieldErrors'];
}

const empty: RawQuery = { values: {}, fieldErrors: {} };

/** Reads a query string strictly, and only the parameters that are known: all others are ignored, whatever they hold. */
export function readQuery(queryString: string, known: Readonly<Record<string, unknown>>): RawQuery {
  if (queryString === '') return empty;
  const values: Record<string, string> = {};
  const fieldErrors: Record<string, string[]> = {};
  for (const part of queryString.split('&')) {
    const equals = part.indexOf('=');
    const name = decoded(equals === -1 ? part : part.slice(0, equals));
    if (name === undefined || !Object.hasOwn(known, name)) continue;
    const value = decoded(equals === -1 ? '' : part.slice(equals + 1));
    if (value === undefined) fieldErrors[name] = ['Must be percent-encoded UTF-8'];
    else if (Object.hasOwn(values, name)) fieldErrors[name] = ['Must be given once'];
    else values[name] = value;
  }
  return { values, fieldErrors };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);
  } catch {
    return undefined;
  }
}
