import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context as KoaContext, Middleware } from 'koa';
import type { DocsAddresses } from './docs/page.ts';
import { llmsText, pages } from './docs/pages.ts';
import { assets, viewerPage, viewerPolicy } from './docs/viewer.ts';
import { readOnly } from './read-only.ts';

interface DocumentationOptions extends DocsAddresses {
  /** The OpenAPI document of `/v1`. */
  readonly openApi: Readonly<Record<string, unknown>>;
}

interface Resource {
  readonly type: string;
  readonly content: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Compressed on the first request. */
  gzipped?: Promise<Buffer>;
}

const compress = promisify(gzip);
const forever = 'public, max-age=31536000, immutable';
/** A cache may store the resource, but revalidates it each time. */
const revalidated = 'public, no-cache';

/** The public documentation by path: the OpenAPI document, its viewer, and the pages around it. */
export function documentation(options: DocumentationOptions): [path: string, endpoint: Middleware][] {
  return [...resourcesOf(options)].map(([path, resource]) => [path, readOnly((koa) => send(koa, resource))]);
}

function resourcesOf({ openApi, ...addresses }: DocumentationOptions): Map<string, Resource> {
  const policy = { 'Content-Security-Policy': viewerPolicy };
  const viewer = resource('text/html', viewerPage, revalidated, policy);
  const paths = (openApi.paths ?? {}) as Parameters<typeof llmsText>[1];
  return new Map([
    ['/openapi.json', resource('application/json', `${JSON.stringify(openApi, null, 2)}\n`, revalidated)],
    ['/llms.txt', resource('text/plain', llmsText(addresses, paths), revalidated)],
    ['/docs', viewer],
    ['/docs/', viewer],
    ...pages.map(
      ({ name, text }) => [`/docs/${name}.md`, resource('text/markdown', text(addresses), revalidated)] as const,
    ),
    ...[...assets].map(([at, { type, content }]) => [at, resource(type, content, forever)] as const),
  ]);
}

function resource(
  type: string,
  content: string | Buffer,
  caching: string,
  extraHeaders: Record<string, string> = {},
): Resource {
  const bytes = Buffer.from(content);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'Cache-Control': caching,
    ETag: etag,
    'Referrer-Policy': 'no-referrer',
    Vary: 'Accept, Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    ...extraHeaders,
  };
  return { type, content: bytes, etag, headers };
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
  resource.gzipped ??= compress(resource.content);
  koa.set('Content-Encoding', 'gzip');
  koa.body = await resource.gzipped;
}

/** A browser downloads Markdown, and displays plain text. */
function typeFor(koa: KoaContext, { type }: Resource): string {
  return type === 'text/markdown' && koa.get('accept').includes('text/html') ? 'text/plain' : type;
}
