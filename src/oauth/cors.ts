import type { Context as KoaContext } from 'koa';
import type { Database } from '#src/db/database.ts';
import { type OAuthClientRow, publicClientOfOrigin } from '#src/db/reads/oauth.ts';

/** Pages of an app without a secret may come from where it has registered an address, and no others. */
export function allowsOrigin({ clientType, redirectUris }: OAuthClientRow, origin: string): boolean {
  return clientType === 'PUBLIC' && redirectUris.some((uri) => new URL(uri).origin === origin);
}

/** A preflight names no app, so some app has to have registered its origin. */
export async function answerPreflight(koa: KoaContext, { hot }: Database): Promise<void> {
  const origin = koa.get('Origin');
  koa.status = 204;
  koa.vary('Origin');
  if (origin === '' || koa.get('Access-Control-Request-Method') !== 'POST') return;
  const found = await hot.run(publicClientOfOrigin, [[origin]]);
  if (found.length === 0) return;
  koa.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': 'Content-Type, X-Request-Id',
    'Access-Control-Max-Age': '7200',
  });
}
