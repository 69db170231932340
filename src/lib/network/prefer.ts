import type { IncomingHttpHeaders } from 'node:http';

/** A preference with its value and its parameters (RFC 7240, 2): a comma within quotes does not end it. */
const preference = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g;
const nameAndValue = /^\s*([^\s=;,"]+)\s*(?:=\s*(?:("(?:[^"\\]|\\.)*"|[^\s;"]+)\s*)?)?(?:;|$)/s;

/** True where a request has `Prefer: handling=strict`. Of several values the first one counts (RFC 7240, 2). */
export function prefersStrict({ prefer = [] }: IncomingHttpHeaders): boolean {
  for (const [item] of [prefer].flat().join(',').matchAll(preference)) {
    const [, name, value = ''] = nameAndValue.exec(item) ?? [];
    if (name?.toLowerCase() === 'handling') return value.replace(/^"(.*)"$/s, '$1').toLowerCase() === 'strict';
  }
  return false;
}

/** The header of the answer to a request whose preference was followed. */
export const strictApplied = { 'Preference-Applied': 'handling=strict' };
