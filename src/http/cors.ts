import type { Context as KoaContext, Middleware } from 'koa';
import { clientHeader } from '#src/access/session-cookie.ts';
import { logoUploads } from './client-logos.ts';

const allowedHeaders = ['Authorization', 'Content-Type', clientHeader, 'X-Request-Id'].join(', ');
const exposedHeaders = [
  'X-Request-Id',
  'X-GraphQL-Cost',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
].join(', ');

/** Lets pages of the web app's origin, and of no other, use the endpoints that take its cookie. */
export function cors(appUrl: string): Middleware {
  const { origin } = new URL(appUrl);
  return async (koa, next) => {
    const methods = methodsAt(koa.path);
    if (!methods) return next();
    koa.vary('Origin');
    const isOurs = koa.get('Origin') === origin;
    if (isOurs) {
      koa.set({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': exposedHeaders,
      });
    }
    if (koa.method === 'OPTIONS') return answerOptions(koa, isOurs, methods);
    return next();
  };
}

function methodsAt(path: string): string | undefined {
  if (path === '/graphql') return 'GET, POST';
  return logoUploads.test(path) ? 'PUT, DELETE' : undefined;
}

function answerOptions(koa: KoaContext, isOurs: boolean, methods: string): void {
  koa.set('Allow', `${methods}, OPTIONS`);
  koa.status = 204;
  if (!isOurs || koa.get('Access-Control-Request-Method') === '') return;
  koa.set({
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Max-Age': '7200',
  });
}
