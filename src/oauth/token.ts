import type { IncomingMessage } from 'node:http';
import type { Context as KoaContext } from 'koa';
import type { ServiceContext } from '#src/services/context.ts';
import { commit } from './adapter/commit.ts';
import { claimedClient } from './client-guesses.ts';
import { allowsOrigin } from './cors.ts';
import { invalidGrantText, type OAuthRefusal, refusal, refusalOf } from './errors.ts';
import { Exchange } from './exchange.ts';
import { readForm } from './form-body.ts';
import type { Library } from './internals.ts';
import { paths } from './provider.ts';

export interface TokenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  /** That it is given to: with 401, one that could not be authenticated. */
  readonly client?: string;
}

/** Throws where the client that a request says it comes from is not to be heard at all. */
export type AdmitClient = (claimed: string) => Promise<void>;

/** `POST /v1/oauth/token` and `POST /v1/oauth/revoke`, for apps: they come with no session, but as a client. */
export type TokenEndpoint = (request: IncomingMessage, admit: AdmitClient) => Promise<TokenAnswer>;

interface Asked {
  readonly status: number;
  readonly answer: unknown;
  readonly exchange: Exchange;
}

type Conclude = (asked: Asked) => Promise<OAuthRefusal | { status: 200; body: object }>;

export function tokenEndpoint(context: ServiceContext, library: Library): TokenEndpoint {
  return endpoint(paths.token, { context, library }, async ({ status, answer, exchange }) => {
    if (status !== 200) return refusalOf(status, answer, exchange.refusalDetail);
    const committed = await commit(context, exchange);
    return committed === 'done'
      ? { status: 200, body: answer as object }
      : refusal(400, 'invalid_grant', invalidGrantText);
  });
}

export function revocationEndpoint(context: ServiceContext, library: Library): TokenEndpoint {
  return endpoint(paths.revocation, { context, library }, async ({ status, answer }) => {
    // RFC 7009, 2.2: a token that cannot be one of ours is as good as revoked, whatever it looks like.
    const isForeign = (answer as { error?: string }).error === 'unsupported_token_type';
    return status === 200 || isForeign ? { status: 200, body: {} } : refusalOf(status, answer);
  });
}

function endpoint(
  path: string,
  { context, library }: { context: ServiceContext; library: Library },
  conclude: Conclude,
): TokenEndpoint {
  return async (request, admit) => {
    const form = await readForm(request);
    if (!(form instanceof URLSearchParams)) return { ...form, headers: {} };
    const claimed = claimedClient(request.headers, form);
    await admit(claimed);
    const exchange = new Exchange(context.clock.now());
    const asked = await library({ method: 'POST', path, headers: passedOn(request), body: String(form) }, exchange);
    const concluded = await conclude({ status: asked.status, answer: asked.body, exchange });
    const headers = headersOf(asked, exchange, request.headers.origin);
    return { ...concluded, headers, client: exchange.client?.clientId ?? claimed };
  };
}

function passedOn({ headers: { authorization, origin } }: IncomingMessage): Record<string, string> {
  return { ...(authorization && { authorization }), ...(origin && { origin }) };
}

/** The library lets any page read an answer that was given before the client was known. */
function headersOf({ response }: KoaContext, { client }: Exchange, origin: string | undefined): Record<string, string> {
  const challenge = response.get('www-authenticate');
  const isAllowed = origin !== undefined && client !== undefined && allowsOrigin(client, origin);
  return {
    Vary: 'Origin',
    ...(challenge && { 'WWW-Authenticate': challenge }),
    ...(isAllowed && { 'Access-Control-Allow-Origin': origin }),
  };
}
