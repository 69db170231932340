import type { Context as KoaContext, Middleware } from 'koa';
import { clientHeader } from '#src/access/session-cookie.ts';
import { exposedHeaders, requestHeaders } from '#src/lib/cors-headers.ts';
import { logoUploads } from './client-logos.ts';

/**
 * Lets pages of the web app's origin use the endpoints that take its cookie. Pages of the other origins may use `/graphql`
 * with a bearer credential: for them no cookie counts, because they may not send the header that it requires.
 */
export function cors(appUrl: string, otherOrigins: readonly string[]): Middleware {
  const app = new URL(appUrl).origin;
  return async (koa, next) => {
    const methods = methodsAt(koa.path);
    if (!methods) return next();
    koa.vary('Origin');
    const origin = koa.get('Origin');
    const isOurs = origin === app;
    const isAllowed = isOurs || (koa.path === '/graphql' && otherOrigins.includes(origin));
    if (isAllowed) {
      koa.set({
        'Access-Control-Allow-Origin': origin,
        ...(isOurs && { 'Access-Control-Allow-Credentials': 'true' }),
        'Access-Control-Expose-Headers': exposedHeaders,
      });
    }
    const headers = isOurs ? [...requestHeaders, clientHeader] : requestHeaders;
    if (koa.method === 'OPTIONS') return answerOptions(koa, isAllowed, methods, headers);
    return next();
  };
}

function methodsAt(path: string): string | undefined {
  if (path === '/graphql') return 'GET, POST';
  return logoUploads.test(path) ? 'PUT, DELETE' : undefined;
}

function answerOptions(koa: KoaContext, isAllowed: boolean, methods: string, headers: readonly string[]): void {
  koa.set('Allow', `${methods}, OPTIONS`);
  koa.status = 204;
  if (!isAllowed || koa.get('Access-Control-Request-Method') === '') return;
  koa.set({
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': headers.join(', '),
    'Access-Control-Max-Age': '7200',
  });
}
