import { authorizeUrl } from '../oauth-clients/authorize-url.ts';
import { type Exchange, send } from './exchange.ts';
import type { Run, StepName } from './run.ts';

/** A call that fits a scope and changes nothing. */
const callsByScope: Readonly<Record<string, string>> = {
  'contacts:read': '/v1/contacts',
  'eventCalls:read': '/v1/eventCalls',
  'events:read': '/v1/events',
  'deals:read': '/v1/deals',
  'transactions:read': '/v1/transactions',
  'availabilities:read': '/v1/userAvailabilities',
  'users:read': '/v1/users',
  'fields:read': '/v1/fields/objects',
  'webhooks:read': '/v1/webhooks',
};

/** The first call. Where nothing may be read, one that has to be refused with 403: the token counts, but not for this. */
export function firstCall(granted: readonly string[]): { readonly path: string; readonly status: 200 | 403 } {
  const scope = Object.keys(callsByScope).find((each) => granted.includes(each));
  return { path: callsByScope[scope ?? 'contacts:read'] ?? '', status: scope === undefined ? 403 : 200 };
}

export function authorizationUrl({ endpoints, client, redirectUri, scopes, ...values }: Run): string {
  const request = { clientId: client.clientId, redirectUri, scopes, values, withPkce: true };
  return authorizeUrl(endpoints?.authorization_endpoint ?? '', request);
}

/** All steps that are requests of this page: the other two are the browser's. */
type RequestStep = Exclude<StepName, 'authorize' | 'callback'>;

/** Sends the request of a step. Returns the run as it is after it. */
export async function perform(step: RequestStep, run: Run): Promise<Run> {
  const { endpoints, client, secret, accessToken = '', refreshToken } = run;
  const post = (url: string | undefined, form: Record<string, string>) =>
    send({
      request: { method: 'POST', url: url ?? '', headers: {}, form: { client_id: client.clientId, ...form } },
      secret: run.isConfidential ? secret : undefined,
    });
  const requestTokens = async (form: Record<string, string>) => {
    const { exchange, body } = await post(endpoints?.token_endpoint, form);
    return { ...after(run, step, exchange), ...tokensOf(body, run) };
  };
  const call = () =>
    send({
      request: {
        method: 'GET',
        url: `${endpoints?.issuer}${firstCall(run.granted ?? []).path}`,
        headers: { Authorization: `Bearer ${accessToken}` },
      },
    });
  switch (step) {
    case 'discover': {
      const url = `${location.origin}/.well-known/oauth-authorization-server`;
      const { exchange, body } = await send({ request: { method: 'GET', url, headers: {} } });
      const isFound = exchange.response?.status === 200;
      return { ...after(run, step, exchange), ...(isFound && { endpoints: body as unknown as Run['endpoints'] & {} }) };
    }
    case 'exchange':
      return requestTokens({
        grant_type: 'authorization_code',
        code: run.answer?.code ?? '',
        redirect_uri: run.redirectUri,
        code_verifier: run.verifier,
      });
    case 'refresh':
      return requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken ?? '' });
    case 'revoke':
      return after(run, step, (await post(endpoints?.revocation_endpoint, revocation(run))).exchange);
    case 'call':
      return after(run, step, (await call()).exchange);
    case 'callAgain': {
      const { exchange } = await call();
      // The run is over: nothing needs the secret any more.
      return { ...after(run, step, exchange), ...(exchange.response?.status === 401 && { secret: undefined }) };
    }
  }
}

function revocation({ refreshToken, accessToken = '' }: Run): Record<string, string> {
  return refreshToken === undefined
    ? { token: accessToken, token_type_hint: 'access_token' }
    : { token: refreshToken, token_type_hint: 'refresh_token' };
}

function after(run: Run, step: StepName, exchange: Exchange): Run {
  return { ...run, exchanges: { ...run.exchanges, [step]: exchange } };
}

function tokensOf(body: Readonly<Record<string, unknown>>, run: Run): Partial<Run> {
  const { access_token: accessToken, refresh_token: refreshToken, scope } = body as Record<string, string | undefined>;
  if (accessToken === undefined) return {};
  return {
    accessToken,
    refreshToken,
    granted: (scope ?? '').split(' ').filter(Boolean),
    secrets: [...run.secrets, accessToken, ...(refreshToken === undefined ? [] : [refreshToken])],
  };
}
