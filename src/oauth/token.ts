import type { IncomingMessage } from 'node:http';
import type { Context as KoaContext } from 'koa';
import type { ServiceContext } from '#src/services/context.ts';
import { commit } from './adapter/commit.ts';
import { invalidGrantText, type OAuthRefusal, refusal, refusalOf } from './errors.ts';
import { Exchange } from './exchange.ts';
import { readForm } from './form-body.ts';
import type { Library } from './internals.ts';
import { paths } from './provider.ts';

export interface TokenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** `POST /v1/oauth/token` and `POST /v1/oauth/revoke`, for apps: they come with no session, but as a client. */
export type TokenEndpoint = (request: IncomingMessage) => Promise<TokenAnswer>;

export function tokenEndpoint(context: ServiceContext, library: Library): TokenEndpoint {
  return (request) =>
    answer(request, async (form) => {
      const exchange = new Exchange(context.clock.now());
      const asked = await library(libraryRequest(request, paths.token, form), exchange);
      if (asked.status !== 200) return told(asked, exchange);
      const committed = await commit(context, exchange);
      if (committed === 'ended') return refused(refusal(400, 'invalid_grant', invalidGrantText));
      return { status: 200, headers: headersOf(asked), body: asked.body as object };
    });
}

export function revocationEndpoint(context: ServiceContext, library: Library): TokenEndpoint {
  return (request) =>
    answer(request, async (form) => {
      const exchange = new Exchange(context.clock.now());
      const asked = await library(libraryRequest(request, paths.revocation, form), exchange);
      // RFC 7009, 2.2: a token that cannot be one of ours is as good as revoked, whatever it looks like.
      const isForeign = (asked.body as { error?: string }).error === 'unsupported_token_type';
      if (asked.status !== 200 && !isForeign) return told(asked, exchange);
      return { status: 200, headers: headersOf(asked), body: {} };
    });
}

async function answer(
  request: IncomingMessage,
  work: (form: URLSearchParams) => Promise<TokenAnswer>,
): Promise<TokenAnswer> {
  const form = await readForm(request);
  return form instanceof URLSearchParams ? work(form) : refused(form);
}

function libraryRequest({ headers }: IncomingMessage, path: string, form: URLSearchParams) {
  const passed = ['authorization', 'origin'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { method: 'POST', path, headers: Object.fromEntries(passed), body: String(form) } as const;
}

function told(asked: KoaContext, { refusalDetail }: Exchange): TokenAnswer {
  return { ...refused(refusalOf(asked.status, asked.body, refusalDetail)), headers: headersOf(asked) };
}

function refused({ status, body }: OAuthRefusal): TokenAnswer {
  return { status, headers: {}, body };
}

const passedBack = ['www-authenticate', 'access-control-allow-origin', 'access-control-expose-headers', 'vary'];

function headersOf({ response }: KoaContext): Record<string, string> {
  return Object.fromEntries(passedBack.flatMap((name) => (response.get(name) ? [[name, response.get(name)]] : [])));
}
