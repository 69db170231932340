import type { Context as KoaContext } from 'koa';
import { deniedFeatures } from '#src/lib/network/headers.ts';

/** Sets the initial headers of every response. */
export function beginHeaders(koa: KoaContext): void {
  koa.set('X-Content-Type-Options', 'nosniff');
}

/**
 * Completes the headers of every response: nothing stores it unless its endpoint allows caching, an error in place of a public
 * file is not stored either, and pages may not use the sensors of a device.
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
