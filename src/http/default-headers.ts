import type { Context as KoaContext } from 'koa';
import { deniedFeatures } from '#src/lib/network/headers.ts';

/** The headers that a response of any kind begins with. */
export function beginHeaders(koa: KoaContext): void {
  koa.set('X-Content-Type-Options', 'nosniff');
}

/**
 * What a response needs besides, whoever made it: nothing stores it unless its endpoint says that a cache may, nor an error in the
 * place of a public file; and no page may use the sensors of a device.
 */
export function completeHeaders(koa: KoaContext): void {
  const { res, status } = koa;
  const caching = res.getHeader('cache-control');
  if (caching === undefined || (status >= 400 && String(caching).startsWith('public'))) {
    res.setHeader('Cache-Control', 'no-store');
  }
  if (String(res.getHeader('content-type')).startsWith('text/html'))
    res.setHeader('Permissions-Policy', deniedFeatures);
}
