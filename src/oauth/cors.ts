import type { Context as KoaContext, Middleware } from 'koa';
import type { Database } from '#src/db/database.ts';
import { type OAuthClientRow, publicClientOfOrigin } from '#src/db/reads/oauth.ts';
import { preflight, readableBy, requestHeaders } from '#src/lib/network/headers.ts';

/**
 * Pages of a public app may send requests from the origins of its redirect URIs, and from no others. Pages of the web app may
 * do so for every client: there, the client's owner, who has the secret, tries the flow.
 */
export function allowsOrigin({ clientType, redirectUris }: OAuthClientRow, origin: string, appUrl: string): boolean {
  if (isOrigin(appUrl, origin)) return true;
  return clientType === 'PUBLIC' && redirectUris.some((uri) => isOrigin(uri, origin));
}

export function isOrigin(address: string, origin: string): boolean {
  return new URL(address).origin === origin;
}

/** A preflight names no app, so an origin is allowed if it is the web app's, or if any public app has registered it. */
export async function answerPreflight(koa: KoaContext, db: Database, appUrl: string): Promise<void> {
  const origin = koa.get('Origin');
  koa.status = 204;
  koa.vary('Origin');
  if (koa.get('Access-Control-Request-Method') !== 'POST') return;
  if (!isOrigin(appUrl, origin) && !(await isRegistered(db, origin))) return;
  koa.set({ 'Access-Control-Allow-Origin': origin, ...preflight('POST', ['Content-Type', 'Prefer', 'X-Request-Id']) });
}

/** Decides which origins' pages may call the API: those of the web app, of CORS_ORIGINS and of public apps. */
export function apiOrigins(
  db: Database,
  appUrl: string,
  origins: readonly string[],
): (origin: string) => Promise<boolean> {
  return async (origin) => isOrigin(appUrl, origin) || origins.includes(origin) || isRegistered(db, origin);
}

/**
 * Pages that may call the API do so with bearer credentials. Cookies do not count for them: the response allows neither
 * credentials nor the header that a cookie requires. No cache stores a response to a request with a credential, so a
 * response to a request without an Origin need not vary by it.
 */
export function apiCors(mayCallApi: (origin: string) => Promise<boolean>): Middleware {
  return async (koa, next) => {
    const origin = koa.get('Origin');
    if (origin === '') return next();
    koa.vary('Origin');
    if (await mayCallApi(origin)) {
      koa.set(readableBy(origin));
      if (koa.method === 'OPTIONS') koa.set(preflight('GET, POST, PUT, DELETE', requestHeaders));
    }
    return next();
  };
}

async function isRegistered({ run }: Database, origin: string): Promise<boolean> {
  return origin !== '' && (await run(publicClientOfOrigin, [[origin]])).length > 0;
}
