import { timingSafeEqual } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Context as KoaContext } from 'koa';
import mount from 'koa-mount';
import type LibraryProvider from 'oidc-provider';
import type { TokenKind } from '#src/domain/connections/tokens.ts';
import { isOutage } from '#src/lib/network/outage.ts';
import { randomBase62, sha256 } from '#src/lib/secrets/crypto.ts';
import { accountIdOf } from './adapter.ts';
import { Provider } from './library.ts';
import { UnitOfWork } from './unit-of-work.ts';

// The only module that uses undocumented parts of oidc-provider.

interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of a form. */
  readonly body?: string;
}

export type InProcessProvider = (request: ProviderRequest, work: UnitOfWork) => Promise<KoaContext>;

/** Creates the text of a new token. */
export type TokenMaker = (kind: TokenKind, work: UnitOfWork, scopes?: string) => string;

/** The unit of work that the provider is processing. */
export function currentWork(): UnitOfWork {
  const work: unknown = Provider.ctx?.state.work;
  if (!(work instanceof UnitOfWork)) throw new Error('The provider runs without a unit of work.');
  return work;
}

/**
 * Calls the provider with a request of our own. It never reads from the caller's connection, so that a body can be
 * translated, and never writes to it, so that a response can still be withdrawn. Resolves to the context with its response.
 */
export function inProcessProvider(provider: LibraryProvider): InProcessProvider {
  const handle = mount(provider);
  return async (sent, work) => {
    const request = new InProcessRequest(sent);
    const context = provider.createContext(request, new ServerResponse(request));
    context.state.work = work;
    await handle(context, async () => undefined);
    // The caller gets a 503; the provider would respond with a 500.
    if (isOutage(work.failure)) throw work.failure;
    return context;
  };
}

/** Nothing reads from this socket or writes to it, so all requests share it. */
const noSocket = new Socket();

/** A request whose body is complete: the provider reads it through `iterator`, without the work of a stream. */
class InProcessRequest extends IncomingMessage {
  readonly #body: Buffer;

  constructor({ method, path, query, headers, body = '' }: ProviderRequest) {
    super(noSocket);
    this.#body = Buffer.from(body);
    this.method = method;
    this.url = query ? `${path}?${query}` : path;
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(this.#body.length) };
    this.headers = { host: 'localhost', ...headers, ...(method === 'POST' && form) };
  }

  override async *iterator(): AsyncGenerator<Buffer> {
    yield this.#body;
  }
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

/** Makes the provider use hashed secrets, our token formats, and our sessions. */
export function overrideModels(provider: LibraryProvider, makeToken: TokenMaker): void {
  const models = provider as unknown as Models;
  override(models.Client, { compareClientSecret });
  override(models.Grant, { generateTokenId: () => `con_${randomBase62(22)}` });
  override(models.AuthorizationCode, { generateTokenId: () => makeToken('AUTHORIZATION_CODE', currentWork()) });
  override(models.RefreshToken, { generateTokenId: () => makeToken('REFRESH', currentWork()) });
  override(models.AccessToken, {
    generateTokenId(this: { format: string; scope?: string }) {
      this.format = 'opaque';
      return makeToken('ACCESS', currentWork(), this.scope);
    },
  });
  models.Session.get = async ({ oidc }: SessionContext) => sessionOf(models, oidc);
}

function override({ prototype }: Entity, methods: object): void {
  Object.assign(prototype, methods);
}

/** `clientSecret` holds hashes of the valid secrets; the provider would compare texts. */
function compareClientSecret(this: { clientSecret: string }, secret: string): boolean {
  const hash = sha256(secret);
  currentWork().presentedSecretHash = hash;
  const matches = this.clientSecret.split('.').map((text) => {
    const stored = Buffer.from(text, 'base64url');
    return stored.length === hash.length && timingSafeEqual(stored, hash);
  });
  return matches.includes(true);
}

/** A session for this request only: `destroyed` prevents the provider from storing it and from setting a cookie. */
function sessionOf({ Session }: Models, oidc: SessionContext['oidc']): SessionEntity {
  const { decision } = currentWork();
  if (!decision) throw new Error('The authorization has no decision.');
  const session = Session.instantiate();
  Object.defineProperty(session, 'destroyed', { value: true, writable: true });
  const workspaceId = decision.kind === 'allow' ? decision.workspaceId : 0;
  session.loginAccount({ accountId: accountIdOf({ userId: decision.userId, workspaceId }) });
  oidc.entity('Session', session);
  return session;
}
