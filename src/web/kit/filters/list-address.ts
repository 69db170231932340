import { defaultParseSearch, defaultStringifySearch, useMatch, useSearch } from '@tanstack/react-router';

/** The address of a list: the path of its page, and what it says of filters, order and columns. */
export interface ListAddress {
  readonly list: string;
  readonly search: string;
}

/** The address of the list whose page is shown. `open` asks for a dialog once, so it is not part of a view. */
export function useListAddress(): ListAddress {
  const { fullPath: list } = useMatch({ strict: false });
  const { open: _, ...search } = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  return { list, search: searchText(search) };
}

/** Reads a saved text, for a link. */
export function searchOfText(text: string): Readonly<Record<string, unknown>> {
  return defaultParseSearch(text);
}

/** Writes what an address says. The text is the same in whichever order the filters were chosen. */
function searchText(search: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(search).sort(([one], [other]) => (one < other ? -1 : 1));
  return defaultStringifySearch(Object.fromEntries(said)).replace(/^\?/, '');
}
