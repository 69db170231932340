import type { Middleware } from 'koa';
import { clientHeader } from '#src/access/session-cookie.ts';
import { examplesFor } from '#src/graphql/examples.ts';
import { resourceEndpoint } from '#src/http/resource.ts';
import { html } from '#src/lib/html.ts';
import { contentPolicy, securityHeaders } from '#src/lib/network/headers.ts';
import type { DemoCredentials } from '../context.ts';
import { appAddress, type SiteAddresses, siteDocument } from '../look/document.ts';
import { addresses as files } from './files.ts';

interface GraphiqlOptions extends SiteAddresses {
  readonly demo: DemoCredentials | undefined;
}

/** Allows only our own scripts, none inline. The editor creates style elements and has its fonts in its styles. */
const policy = contentPolicy({
  'script-src': "'self'",
  'worker-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': 'data:',
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
});

/**
 * GraphiQL below the header of all pages. The page is the same for everybody: its script asks who is signed in. If nobody is,
 * the tabs use the key of the demo workspace, if there is one that pages may show.
 */
export function graphiqlPage(options: GraphiqlOptions): Middleware {
  const endpoint = resourceEndpoint({
    type: 'text/html',
    content: () => pageOf(options),
    caching: 'private, no-cache',
    policy,
  });
  return async (koa, next) => {
    await endpoint(koa, next);
    koa.set(securityHeaders.page);
  };
}

function pageOf({ demo, ...addresses }: GraphiqlOptions): string {
  const settings = {
    clientHeader,
    signIn: appAddress(addresses, '/sign-in?next=/graphql'),
    demoHeaders: demo?.key && JSON.stringify({ Authorization: `Bearer ${demo.key}` }, null, 2),
    tabs: examplesFor(demo).map(({ query, variables, needsSession = false }) => ({
      query,
      variables: variables ? JSON.stringify(variables, null, 2) : '',
      needsSession,
    })),
    workers: {
      editorWorkerService: files['editor-worker.js'],
      graphql: files['graphql-worker.js'],
      json: files['json-worker.js'],
    },
  };
  return siteDocument({
    title: 'GraphiQL – Slotline',
    summary: 'The GraphQL schema, with an example query for each record type.',
    section: 'GraphiQL',
    addresses,
    siteStyle: files['page.css'],
    // The first script tells the editor where its workers are.
    scripts: [files['page.js'], files['graphiql.js']],
    // The large style sheet comes after the header, so that the header appears at once.
    content: html`<main id="content" class="graphiql-page" tabindex="-1">
<h1 class="unseen">GraphiQL</h1>
<p class="identity" role="status"><noscript>GraphiQL needs JavaScript. The <a href="/docs/graphql">documentation</a> does not.</noscript></p>
<link rel="stylesheet" href="${files['graphiql.css']}">
<div id="graphiql" data-settings="${JSON.stringify(settings)}"></div>
</main>`,
  });
}
