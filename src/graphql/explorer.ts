import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { clientHeader } from '#src/access/session-cookie.ts';
import { examples } from './examples.ts';

/** GraphiQL as one page without any outside source, compressed. The first request renders it: it is 9 MB before compression. */
export function explorerPage(): Promise<Buffer> {
  page ??= makePage();
  return page;
}

let page: Promise<Buffer> | undefined;

/** A comment, not an empty credential: that would be refused, and the page would begin with an error and no schema. */
const headers = `{
  // "Authorization": "Bearer service_…"
}`;

/** Pressed, all tabs are moved away by an animation, so that a click never comes to the tab that it was meant for. */
const tabsStayInPlace = '.graphiql-tab { transform: none !important; }';

async function makePage(): Promise<Buffer> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'Slotline',
    endpoint: '/graphql',
    // With it a session's cookie counts: see SignIn.
    additionalHeaders: { [clientHeader]: '1' },
    defaultTabs: examples.map(({ query, variables }) => ({
      query,
      variables: variables ? JSON.stringify(variables, null, 2) : '',
      headers,
    })),
    shouldPersistHeaders: false,
  });
  return promisify(gzip)(html.replace('</head>', `<style>${tabsStayInPlace}</style></head>`));
}
