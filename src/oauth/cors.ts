import type { Context as KoaContext, Middleware } from 'koa';
import type { Database } from '#src/db/database.ts';
import { type OAuthClientRow, publicClientOfOrigin } from '#src/db/reads/oauth.ts';

/** Pages of an app without a secret may come from where it has registered an address, and no others. */
export function allowsOrigin({ clientType, redirectUris }: OAuthClientRow, origin: string): boolean {
  return clientType === 'PUBLIC' && redirectUris.some((uri) => new URL(uri).origin === origin);
}

/** A preflight names no app, so some app has to have registered its origin. */
export async function answerPreflight(koa: KoaContext, db: Database): Promise<void> {
  const origin = koa.get('Origin');
  koa.status = 204;
  koa.vary('Origin');
  if (koa.get('Access-Control-Request-Method') !== 'POST' || !(await isRegistered(db, origin))) return;
  koa.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': 'Content-Type, X-Request-Id',
    'Access-Control-Max-Age': '7200',
  });
}

const apiHeaders = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'].join(', ');
const exposedHeaders = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
].join(', ');

/**
 * Such pages may call the API with the tokens that they were given. Cookies do not count there: neither they nor the
 * header without which they count for nothing are let through. No cache keeps what was asked for with a credential, so
 * that an answer to nobody's page need not say that it varies.
 */
export function apiCors(db: Database): Middleware {
  return async (koa, next) => {
    const origin = koa.get('Origin');
    if (origin === '' || !koa.path.startsWith('/v1/') || koa.path.startsWith('/v1/oauth/')) return next();
    koa.vary('Origin');
    if (await isRegistered(db, origin)) {
      koa.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders });
      if (koa.method === 'OPTIONS') {
        koa.set({
          'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
          'Access-Control-Allow-Headers': apiHeaders,
          'Access-Control-Max-Age': '7200',
        });
      }
    }
    return next();
  };
}

async function isRegistered({ pipelined }: Database, origin: string): Promise<boolean> {
  return origin !== '' && (await pipelined.run(publicClientOfOrigin, [[origin]])).length > 0;
}
