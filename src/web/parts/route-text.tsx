import { Fragment } from 'react';

/** A route, which a narrow place breaks before a slash and not in the middle of a word. */
export function RouteText({ route }: { readonly route: string }) {
  return [...route.matchAll(/\/?[^/]+/g)].map(({ 0: part, index: offset }) => (
    <Fragment key={offset}>
      {offset > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
