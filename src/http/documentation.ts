import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context as KoaContext, Middleware } from 'koa';
import type { DocsAddresses } from './docs/page.ts';
import { llmsText, pages } from './docs/pages.ts';
import { assets, viewerPage, viewerPolicy } from './docs/viewer.ts';
import { isRead, refuseMethod } from './refuse-method.ts';

export interface DocumentationOptions extends DocsAddresses {
  /** The OpenAPI document of `/v1`. */
  readonly openApi: Readonly<Record<string, unknown>>;
}

interface Resource {
  readonly type: string;
  readonly content: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Made when it is first asked for. */
  gzipped?: Promise<Buffer>;
}

const compress = promisify(gzip);
const always = 'public, max-age=31536000, immutable';
/** A cache may keep it, but asks each time whether it is still the same. */
const asking = 'public, no-cache';

/** The contract as a server tells it: the OpenAPI document, its viewer, and the pages around it. For everybody. */
export function documentation(options: DocumentationOptions): { paths: readonly string[]; middleware: Middleware } {
  const resources = resourcesOf(options);
  const middleware: Middleware = async (koa, next) => {
    const resource = resources.get(koa.path);
    if (!resource) return next();
    if (!isRead(koa)) return refuseMethod(koa);
    await send(koa, resource);
  };
  return { paths: [...resources.keys()], middleware };
}

function resourcesOf({ openApi, ...addresses }: DocumentationOptions): Map<string, Resource> {
  const policy = { 'Content-Security-Policy': viewerPolicy };
  const viewer = resource('text/html', viewerPage, asking, policy);
  const paths = (openApi.paths ?? {}) as Parameters<typeof llmsText>[1];
  return new Map([
    ['/openapi.json', resource('application/json', `${JSON.stringify(openApi, null, 2)}\n`, asking)],
    ['/llms.txt', resource('text/plain', llmsText(addresses, paths), asking)],
    ['/docs', viewer],
    ['/docs/', viewer],
    ...pages.map(({ name, text }) => [`/docs/${name}.md`, resource('text/markdown', text(addresses), asking)] as const),
    ...[...assets].map(([at, { type, content }]) => [at, resource(type, content, always)] as const),
  ]);
}

function resource(
  type: string,
  content: string | Buffer,
  caching: string,
  more: Record<string, string> = {},
): Resource {
  const bytes = Buffer.from(content);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'Cache-Control': caching,
    ETag: etag,
    'Referrer-Policy': 'no-referrer',
    Vary: 'Accept, Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    ...more,
  };
  return { type, content: bytes, etag, headers };
}

async function send(koa: KoaContext, found: Resource): Promise<void> {
  koa.set(found.headers);
  koa.status = 200;
  if (koa.fresh) {
    koa.status = 304;
    return;
  }
  koa.type = `${typeFor(koa, found)}; charset=utf-8`;
  if (koa.acceptsEncodings('gzip', 'identity') !== 'gzip') {
    koa.body = found.content;
    return;
  }
  found.gzipped ??= compress(found.content);
  koa.set('Content-Encoding', 'gzip');
  koa.body = await found.gzipped;
}

/** A browser would save Markdown to a file, and shows plain text. */
function typeFor(koa: KoaContext, { type }: Resource): string {
  return type === 'text/markdown' && koa.get('accept').includes('text/html') ? 'text/plain' : type;
}
