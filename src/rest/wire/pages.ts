import type { Context as KoaContext } from 'koa';
import type { Problem } from '#src/domain/field-errors.ts';
import type { RestInput } from '#src/graphql/rest-request.ts';
import type { Route } from '../routes.ts';
import { queryNames, queryPartName } from './read-input.ts';

/**
 * The maximum length of a query that the Link header repeats. Clients and servers commonly refuse more than 16 KiB of headers,
 * and the appended cursor has up to 5,000 characters.
 */
const maxRepeatedLength = 8_000;

/**
 * Moves the cursor of the next page into the Link header. The body keeps it only for a request with a cursor, so that other
 * bodies match the contract.
 */
export function pageWriter({ input }: Route, baseUrl: string): (koa: KoaContext, value: unknown) => unknown {
  const takes = (name: string) => Object.hasOwn(input.shape, name);
  if (!takes('limit')) return (_koa, value) => value;
  if (!takes('cursor')) return (_koa, value) => withoutCursors(value as object);
  return (koa, value) => {
    if (typeof value !== 'object' || value === null) return value;
    const page = value as Page;
    if (page.nextCursor) {
      // A cursor consists of characters that need no encoding.
      const parameters = [...repeatedParts(koa.querystring, takes), `cursor=${page.nextCursor}`];
      koa.set('Link', `<${baseUrl}${koa.path}?${parameters.join('&')}>; rel="next"`);
    }
    return queryNames(koa.querystring).includes('cursor') ? page : withoutCursor(page);
  };
}

interface Page {
  nextCursor?: string | null;
}

/** Copies the page: V8 serializes an object that has lost a property twice as slowly. */
function withoutCursor({ nextCursor: _, ...page }: Page): Page {
  return page;
}

/** Removes the cursors from a value with several pages. */
function withoutCursors(pages: object): object {
  return Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, withoutCursor(page as Page)]));
}

/**
 * Refuses a query that is too long for the Link header to repeat, and reports its longest parameter. It does so even if no page
 * follows: a refusal must not depend on stored data.
 */
export function listReader(
  { input }: Route,
  read: (queryString: string) => RestInput,
): (queryString: string) => RestInput {
  const takes = (name: string) => Object.hasOwn(input.shape, name);
  if (!takes('cursor')) return read;
  return (queryString) => {
    const { values, problems } = read(queryString);
    const parts = repeatedParts(queryString, takes);
    if (parts.join('&').length <= maxRepeatedLength) return { values, problems };
    const longest = parts.reduce((one, other) => (other.length > one.length ? other : one));
    return { values, problems: [...problems, tooLong(queryPartName(longest))] };
  };
}

function tooLong(name: string): Problem {
  const message = 'Is too long: the encoded parameters of a list may have at most 8,000 characters in total';
  return { path: [name], code: 'too_long', message };
}

/** The known parameters of a request for the link to the next page, as they were sent. */
function repeatedParts(queryString: string, takes: (name: string) => boolean): string[] {
  if (queryString === '') return [];
  return queryString
    .split('&')
    .filter((part) => {
      const name = queryPartName(part);
      return takes(name) && name !== 'page' && name !== 'cursor';
    })
    .map((part) => part.replace(noQueryCharacter, encodeURIComponent));
}

/** Characters that no query may have (RFC 3986), but some clients send: they would end the address in the header. */
const noQueryCharacter = /[^\w.~!$&'()*+,;=:@/?%-]/gu;
