import type { Middleware } from 'koa';
import { forever, resourceEndpoint } from '#src/http/resource.ts';
import type { Route } from '#src/http/routes.ts';
import { assets, icon } from '../look/assets.ts';
import { type SiteAddresses, sitePolicy } from '../look/document.ts';
import { llmsText, type Page, pages } from './pages.ts';
import { docsSite } from './site.ts';
import { viewerPage, viewerPolicy } from './viewer.ts';

interface DocumentationOptions extends SiteAddresses {
  /** Creates the OpenAPI document of `/v1`. */
  readonly openApi: () => Readonly<Record<string, unknown>>;
}

/** The public documentation by path: the OpenAPI document, its viewer, and the pages around it. */
export function documentation({ openApi, ...addresses }: DocumentationOptions): Route[] {
  const site = docsSite(addresses);
  const paths = () => (openApi().paths ?? {}) as Parameters<typeof llmsText>[1];
  const file = (type: string, content: () => string | Promise<string>) => resourceEndpoint({ type, content });
  const htmlPage = (content: () => string | Promise<string>, policy = sitePolicy) =>
    resourceEndpoint({ type: 'text/html', content, policy });
  const index = htmlPage(site.index);
  return [
    { path: '/openapi.json', endpoint: file('application/json', () => `${JSON.stringify(openApi(), null, 2)}\n`) },
    // Browsers request this if a page names no icon.
    { path: '/favicon.ico', endpoint: file('image/svg+xml', () => icon) },
    { path: '/llms.txt', endpoint: file('text/plain', () => llmsText(addresses, paths())) },
    { path: '/docs', endpoint: index },
    { path: '/docs/', endpoint: index },
    { path: '/docs/reference', endpoint: htmlPage(() => viewerPage(addresses), viewerPolicy) },
    { path: '/docs/search.json', endpoint: file('application/json', site.searchIndex) },
    ...pages.flatMap((page) => pageEndpoints(page)),
    ...[...assets].map(([path, { type, content }]) => ({
      path,
      endpoint: resourceEndpoint({ type, content: () => content, caching: forever }),
    })),
  ];

  function pageEndpoints(page: Page): Route[] {
    const markdown = file('text/markdown', () => page.text(addresses));
    const rendered = htmlPage(() => site.page(page));
    const preferred: Middleware = (koa, next) =>
      koa.accepts('text/html', 'text/markdown') === 'text/markdown' ? markdown(koa, next) : rendered(koa, next);
    return [
      { path: `/docs/${page.name}`, endpoint: preferred },
      { path: `/docs/${page.name}.md`, endpoint: markdown },
    ];
  }
}
