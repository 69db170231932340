import type { Middleware } from 'koa';
import { clientHeader } from '#src/access/session-cookie.ts';
import { preflight, readableBy, requestHeaders } from '#src/lib/network/headers.ts';

/**
 * Lets pages of the web app's origin use an endpoint with its cookie. Pages of the origins that `mayCallApi` accepts may use it
 * with a bearer credential. Cookies do not work for them, because they may not send the header that cookies require.
 */
export function cors(appUrl: string, methods: string, mayCallApi?: (origin: string) => Promise<boolean>): Middleware {
  const app = new URL(appUrl).origin;
  return async (koa, next) => {
    koa.vary('Origin');
    const origin = koa.get('Origin');
    const isOurs = origin === app;
    const isAllowed = isOurs || (origin !== '' && (await mayCallApi?.(origin)));
    if (isAllowed) koa.set(readableBy(origin, { withCredentials: isOurs }));
    if (koa.method !== 'OPTIONS') return next();
    koa.set('Allow', `${methods}, OPTIONS`);
    koa.status = 204;
    const isPreflight = koa.get('Access-Control-Request-Method') !== '';
    const headers = isOurs ? [...requestHeaders, clientHeader] : requestHeaders;
    if (isAllowed && isPreflight) koa.set(preflight(methods, headers));
  };
}
