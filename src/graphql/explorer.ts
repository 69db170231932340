import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** GraphiQL as one page without any outside source, compressed. Made when first asked for: it is 9 MB before. */
export function explorerPage(): Promise<Buffer> {
  page ??= makePage();
  return page;
}

let page: Promise<Buffer> | undefined;

const welcome = `# Documentation: the book at the upper left.
# To run a query, give an API key under Headers.

query UpcomingCalls {
  eventCalls(
    eventType: UPCOMING
    orderBy: asc
    limit: 5
  ) {
    count
    eventCalls {
      dateTime
      name
      inviteeName
      closer { firstName lastName }
      outcome
    }
  }
}
`;

/** A comment, not an empty credential: that would be refused, and the page would begin with an error and no schema. */
const headers = `{
  // "Authorization": "Bearer service_…"
}`;

async function makePage(): Promise<Buffer> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'Slotline GraphiQL',
    endpoint: '/graphql',
    defaultQuery: welcome,
    headers,
    shouldPersistHeaders: false,
  });
  return promisify(gzip)(html);
}
