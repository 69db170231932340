import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { authorizeUrl } from './authorization.ts';
import { type Exchange, send } from './exchange.tsx';

export const stepNames = [
  'discover',
  'authorize',
  'callback',
  'exchange',
  'call',
  'refresh',
  'revoke',
  'callAgain',
] as const;

export type StepName = (typeof stepNames)[number];

interface Endpoints {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly revocation_endpoint: string;
}

/** One run of the flow, with all that a reload needs to go on. */
export interface Run {
  readonly userId: number;
  readonly client: { readonly id: number; readonly clientId: string; readonly name: string };
  readonly isConfidential: boolean;
  readonly hasRefresh: boolean;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  /** Goes on by itself, until a step fails. */
  readonly runsAll: boolean;
  /** Of a confidential client, until the run is over. */
  readonly secret?: string | undefined;
  readonly endpoints?: Endpoints;
  readonly state: string;
  readonly verifier: string;
  readonly challenge: string;
  /** Whether the consent page was opened. */
  readonly isAsked: boolean;
  /** What the authorization server sent back through the browser, by the names of its parameters. */
  readonly answer?: Readonly<Record<string, string>> | undefined;
  readonly accessToken?: string;
  readonly refreshToken?: string | undefined;
  readonly granted?: readonly string[];
  readonly exchanges: Readonly<Partial<Record<StepName, Exchange>>>;
  /** Shown shortened by default. */
  readonly secrets: readonly string[];
}

const key = 'try-flow';

/** The run of this tab, if it is of this person. */
export function storedRun(userId: number): Run | undefined {
  const text = sessionStorage.getItem(key);
  if (text === null) return undefined;
  const run = JSON.parse(text) as Run;
  if (run.userId === userId) return run;
  storeRun(undefined);
  return undefined;
}

export function storeRun(run: Run | undefined): void {
  if (run) sessionStorage.setItem(key, JSON.stringify(run));
  else sessionStorage.removeItem(key);
}

/** The run as it was before the consent page was opened: new consent gives other tokens. */
export function withoutAnswers(run: Run): Run {
  const { answer, accessToken, refreshToken, granted, exchanges, ...rest } = run;
  return { ...rest, exchanges: exchanges.discover ? { discover: exchanges.discover } : {} };
}

/** The run of this client in this tab, and how it changes. */
export function useRun(userId: number, clientId: number): readonly [Run | undefined, (run: Run | undefined) => void] {
  const read = () => {
    const stored = storedRun(userId);
    return stored?.client.id === clientId ? stored : undefined;
  };
  const [run, setRun] = useState(read);
  // "Back" may bring the page as it was before the consent page, but the run went on.
  useWindowEvent('pageshow', ({ persisted }) => persisted && setRun(read()));
  const change = useCallback((changed: Run | undefined) => {
    storeRun(changed);
    setRun(changed);
  }, []);
  return [run, change];
}

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
