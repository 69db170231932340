import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context as KoaContext, Middleware } from 'koa';
import { onDemand } from '#src/lib/on-demand.ts';
import { assets } from './docs/assets.ts';
import { sitePolicy } from './docs/layout.ts';
import type { DocsAddresses } from './docs/page.ts';
import { llmsText, type Page, pages } from './docs/pages.ts';
import { docsSite } from './docs/site.ts';
import { viewerPage, viewerPolicy } from './docs/viewer.ts';
import { readOnly } from './read-only.ts';

interface DocumentationOptions extends DocsAddresses {
  /** Makes the OpenAPI document of `/v1`. */
  readonly openApi: () => Readonly<Record<string, unknown>>;
}

interface Resource {
  readonly type: string;
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** Compressed on the first request. */
  readonly gzipped: () => Promise<Buffer>;
}

const compress = promisify(gzip);
const forever = 'public, max-age=31536000, immutable';
/** A cache may store the resource, but revalidates it each time. */
const revalidated = 'public, no-cache';

/** The public documentation by path: the OpenAPI document, its viewer, and the pages around it. */
export function documentation({ openApi, ...addresses }: DocumentationOptions): [path: string, endpoint: Middleware][] {
  const site = docsSite(addresses);
  const paths = () => (openApi().paths ?? {}) as Parameters<typeof llmsText>[1];
  const endpoint = (type: string, content: () => string | Promise<string>, caching = revalidated, policy?: string) =>
    endpointOf(async () => resource(type, await content(), caching, policy));
  const index = endpoint('text/html', site.index, revalidated, sitePolicy);
  return [
    ['/openapi.json', endpoint('application/json', () => `${JSON.stringify(openApi(), null, 2)}\n`)],
    ['/llms.txt', endpoint('text/plain', () => llmsText(addresses, paths()))],
    ['/docs', index],
    ['/docs/', index],
    ['/docs/reference', endpoint('text/html', viewerPage, revalidated, viewerPolicy)],
    ['/docs/search.json', endpoint('application/json', site.searchIndex)],
    ...pages.flatMap((page) => pageEndpoints(page)),
    ...[...assets].map(([at, { type, content }]): [string, Middleware] => [at, endpoint(type, () => content, forever)]),
  ];

  function pageEndpoints(page: Page): [string, Middleware][] {
    const markdown = endpoint('text/markdown', () => page.text(addresses));
    const rendered = endpoint('text/html', () => site.page(page), revalidated, sitePolicy);
    const preferred: Middleware = (koa, next) =>
      koa.accepts('text/html', 'text/markdown') === 'text/markdown' ? markdown(koa, next) : rendered(koa, next);
    return [
      [`/docs/${page.name}`, preferred],
      [`/docs/${page.name}.md`, markdown],
    ];
  }
}

/** The resource is made by the first request for it, so that the start of the server does not wait for all of them. */
function endpointOf(make: () => Promise<Resource>): Middleware {
  const made = onDemand(make);
  return readOnly(async (koa) => send(koa, await made()));
}

function resource(type: string, text: string, caching: string, policy: string | undefined): Resource {
  const content = Buffer.from(text);
  const headers = {
    'Cache-Control': caching,
    // Weak, because the compressed and the plain form have the same tag (RFC 9110, 8.8.1).
    ETag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    'Referrer-Policy': 'no-referrer',
    Vary: 'Accept, Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    ...(policy && { 'Content-Security-Policy': policy }),
  };
  return { type, content, headers, gzipped: onDemand(() => compress(content)) };
}

async function send(koa: KoaContext, resource: Resource): Promise<void> {
  koa.set(resource.headers);
  koa.status = 200;
  if (koa.fresh) {
    koa.status = 304;
    return;
  }
  koa.type = `${typeFor(koa, resource)}; charset=utf-8`;
  if (koa.acceptsEncodings('gzip', 'identity') !== 'gzip') {
    koa.body = resource.content;
    return;
  }
  koa.set('Content-Encoding', 'gzip');
  koa.body = await resource.gzipped();
}

/** A browser downloads Markdown, and displays plain text. */
function typeFor(koa: KoaContext, { type }: Resource): string {
  return type === 'text/markdown' && koa.accepts(type, 'text/html') === 'text/html' ? 'text/plain' : type;
}
