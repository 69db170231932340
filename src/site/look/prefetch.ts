import { type Html, html } from '#src/lib/html.ts';

/** Links that make a browser load scripts and styles of the next page while it is idle. */
export function prefetchLinks(files: readonly string[]): Html {
  const links = files.map((file) => {
    const as = file.endsWith('.css') ? 'style' : 'script';
    return html`<link rel="prefetch" href="${file}" as="${as}">
`;
  });
  return html`${links}`;
}
