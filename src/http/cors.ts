import type { Context as KoaContext, Middleware } from 'koa';
import { clientHeader } from './session-cookie.ts';

const allowedHeaders = ['Authorization', 'Content-Type', clientHeader, 'X-Request-Id'].join(', ');
const exposedHeaders = [
  'X-Request-Id',
  'X-GraphQL-Cost',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
].join(', ');

/** `/graphql` is open to pages of the web app and, with no word about origins, to those of its own; to no others. */
export function cors(appUrl: string): Middleware {
  const { origin } = new URL(appUrl);
  return async (koa, next) => {
    if (koa.path !== '/graphql') return next();
    koa.vary('Origin');
    const isOurs = koa.get('Origin') === origin;
    if (isOurs) {
      koa.set({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': exposedHeaders,
      });
    }
    if (koa.method === 'OPTIONS') return answerOptions(koa, isOurs);
    return next();
  };
}

function answerOptions(koa: KoaContext, isOurs: boolean): void {
  koa.set('Allow', 'GET, POST, OPTIONS');
  koa.status = 204;
  if (!isOurs || koa.get('Access-Control-Request-Method') === '') return;
  koa.set({
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Max-Age': '7200',
  });
}
