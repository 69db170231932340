import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context as KoaContext, Middleware } from 'koa';
import { securityHeaders } from '#src/lib/network/headers.ts';
import { onDemand } from './on-demand.ts';
import { readOnly } from './read-only.ts';

/** Caching for a resource whose URL changes with its content. */
export const forever = 'public, max-age=31536000, immutable';
/** A cache may store the resource, but revalidates it each time. */
const revalidated = 'public, no-cache';

interface ResourceOptions {
  readonly type: string;
  /** A text, or the bytes of a picture. */
  readonly content: () => string | Buffer | Promise<string>;
  readonly caching?: string | undefined;
  /** The content security policy of a page. */
  readonly policy?: string | undefined;
}

interface Resource {
  readonly type: string;
  /** Pictures are compressed already. */
  readonly isText: boolean;
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** Compressed on the first request. */
  readonly gzipped: () => Promise<Buffer>;
}

const compress = promisify(gzip);

/**
 * Serves a text or picture that is the same for everybody. The first request creates it, so that the server start does not wait for it.
 */
export function resourceEndpoint({ type, content, caching = revalidated, policy }: ResourceOptions): Middleware {
  const made = onDemand(async () => resourceOf(type, await content(), caching, policy));
  return readOnly(async (koa) => send(koa, await made()));
}

function resourceOf(type: string, made: string | Buffer, caching: string, policy: string | undefined): Resource {
  const isText = typeof made === 'string';
  const content = isText ? Buffer.from(made) : made;
  const headers = {
    'Cache-Control': caching,
    // Weak, because the compressed and the plain form have the same tag (RFC 9110, 8.8.1).
    ETag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    ...securityHeaders.text,
    ...(policy && { 'Content-Security-Policy': policy }),
  };
  return { type, isText, content, headers, gzipped: onDemand(() => compress(content)) };
}

async function send(koa: KoaContext, resource: Resource): Promise<void> {
  koa.set(resource.headers);
  koa.vary('Accept, Accept-Encoding');
  koa.status = 200;
  if (koa.fresh) {
    koa.status = 304;
    return;
  }
  koa.type = resource.isText ? `${typeFor(koa, resource)}; charset=utf-8` : resource.type;
  if (!resource.isText || koa.acceptsEncodings('gzip', 'identity') !== 'gzip') {
    koa.body = resource.content;
    return;
  }
  koa.set('Content-Encoding', 'gzip');
  koa.body = await resource.gzipped();
}

/** Sends Markdown to browsers as plain text, because they would download Markdown. */
function typeFor(koa: KoaContext, { type }: Resource): string {
  return type === 'text/markdown' && koa.accepts(type, 'text/html') === 'text/html' ? 'text/plain' : type;
}
