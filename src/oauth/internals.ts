import { timingSafeEqual } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Context as KoaContext } from 'koa';
import mount from 'koa-mount';
import Provider from 'oidc-provider';
import { randomBase62 } from '#src/lib/base62.ts';
import { sha256 } from '#src/lib/hash.ts';
import { accountIdOf } from './adapter/grants.ts';
import { Exchange } from './exchange.ts';
import type { TokenMaker } from './successors.ts';

// The only place that reaches below the library's documented interface.

export interface LibraryRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a form. */
  readonly body?: string;
}

export type Library = (request: LibraryRequest, exchange: Exchange) => Promise<KoaContext>;

/** The exchange that the library is working on. */
export function currentExchange(): Exchange {
  const exchange: unknown = Provider.ctx?.state.exchange;
  if (!(exchange instanceof Exchange)) throw new Error('The library works on no exchange.');
  return exchange;
}

/**
 * Asks the library by a request of our own: it never reads from the caller's connection, so a body can be translated,
 * and never writes to it, so an answer can still be taken back. Resolves to the context with its answer.
 */
export function libraryOf(provider: Provider): Library {
  const handle = mount(provider);
  return async ({ method, path, query, headers = {}, body = '' }, exchange) => {
    const request = new IncomingMessage(new Socket());
    const target = query ? `${path}?${query}` : path;
    Object.assign(request, { method, url: target, headers: { host: 'localhost', ...headers } });
    if (method === 'POST') fill(request, Buffer.from(body));
    const context = provider.createContext(request, new ServerResponse(request));
    context.state.exchange = exchange;
    await handle(context, async () => undefined);
    return context;
  };
}

function fill(request: IncomingMessage, bytes: Buffer): void {
  request.headers['content-type'] = 'application/x-www-form-urlencoded';
  request.headers['content-length'] = String(bytes.length);
  // Without it the stream would count as broken off.
  request.complete = true;
  request.push(bytes);
  request.push(null);
}

interface Entity {
  readonly prototype: object;
}

interface Models {
  readonly Client: Entity;
  readonly Grant: Entity;
  readonly AuthorizationCode: Entity;
  readonly AccessToken: Entity;
  readonly RefreshToken: Entity;
  readonly Session: Entity & { get: unknown; instantiate(): SessionEntity };
}

interface SessionEntity {
  loginAccount(details: { accountId: string }): void;
}

interface SessionContext {
  readonly oidc: { entity(name: string, entity: object): void };
}

/** Hashed secrets, our forms of tokens, and a session that comes from ours. */
export function adjust(provider: Provider, makeToken: TokenMaker): void {
  const models = provider as unknown as Models;
  override(models.Client, { compareClientSecret });
  override(models.Grant, { generateTokenId: () => `con_${randomBase62(22)}` });
  override(models.AuthorizationCode, { generateTokenId: () => makeToken('AUTHORIZATION_CODE', currentExchange()) });
  override(models.RefreshToken, { generateTokenId: () => makeToken('REFRESH', currentExchange()) });
  override(models.AccessToken, {
    generateTokenId(this: { format: string; scope?: string }) {
      this.format = 'opaque';
      return makeToken('ACCESS', currentExchange(), this.scope);
    },
  });
  models.Session.get = async ({ oidc }: SessionContext) => sessionOf(models, oidc);
}

function override({ prototype }: Entity, methods: object): void {
  Object.assign(prototype, methods);
}

/** The stored secret is a hash; the library would compare the texts. */
function compareClientSecret(this: { clientSecret: string }, given: string): boolean {
  const stored = Buffer.from(this.clientSecret, 'base64url');
  const hash = sha256(given);
  return stored.length === hash.length && timingSafeEqual(stored, hash);
}

/** Made for this one request: `destroyed` keeps the library from storing it and from setting a cookie. */
function sessionOf({ Session }: Models, oidc: SessionContext['oidc']): SessionEntity {
  const { decision } = currentExchange();
  if (!decision) throw new Error('Nobody decides on this authorization.');
  const session = Session.instantiate();
  Object.defineProperty(session, 'destroyed', { value: true, writable: true });
  const workspaceId = decision.kind === 'allow' ? decision.workspaceId : 0;
  session.loginAccount({ accountId: accountIdOf({ userId: decision.userId, workspaceId }) });
  oidc.entity('Session', session);
  return session;
}
