import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { clientHeader } from '#src/access/session-cookie.ts';
import { onDemand } from '#src/lib/on-demand.ts';
import { examplesFor } from './examples.ts';

interface DemoCredentials {
  readonly ownerEmail: string;
  readonly ownerPassword: string;
  readonly key: string;
}

const styles = readFileSync(path.join(import.meta.dirname, 'explorer.css'), 'utf8');

/**
 * GraphiQL as one page without any outside source, compressed. The first request renders it: it is 9 MB before
 * compression. With the credentials of a demo workspace its tabs have the demo's credentials, so that all of them run.
 */
export function explorer(demo?: DemoCredentials): () => Promise<Buffer> {
  return onDemand(() => makePage(demo));
}

async function makePage(demo: DemoCredentials | undefined): Promise<Buffer> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const tabs = examplesFor(demo).map(({ query, variables, needsSession }) => ({
    query,
    variables: variables ? JSON.stringify(variables, null, 2) : '',
    headers: needsSession ? noHeaders : headersFor(demo),
  }));
  const options = {
    title: 'Slotline',
    endpoint: '/graphql',
    // With it a session's cookie counts: see SignIn.
    additionalHeaders: { [clientHeader]: '1' },
    defaultTabs: tabs,
    // Without them, a second visit opens an empty tab: GraphiQL looks for the tab of its first query.
    query: tabs[0]?.query,
    variables: '',
    // For all tabs without headers of their own.
    headers: headersFor(demo),
    shouldPersistHeaders: false,
  };
  const html = renderGraphiQL(options);
  return promisify(gzip)(
    html.replace(' class="no-focus-outline"', '').replace('</head>', `<style>${styles}</style></head>`),
  );
}

/** A comment, not an empty credential: that would be refused, and the page would begin without a schema. */
const noHeaders = '{\n  // "Authorization": "Bearer service_…"\n}';

function headersFor(demo: DemoCredentials | undefined): string {
  return demo ? JSON.stringify({ Authorization: `Bearer ${demo.key}` }, null, 2) : noHeaders;
}
