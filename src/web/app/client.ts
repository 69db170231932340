import { cacheExchange } from '@urql/exchange-graphcache';
import { persistedExchange } from '@urql/exchange-persisted';
import { Client, fetchExchange, mapExchange } from 'urql';
import { cacheRules, rulesOfDevelopment } from './cache-rules.ts';
import { fetchWithinLimits } from './fetch-within-limits.ts';
import { keepFreshResponses, responses } from './hydration.ts';
import { interrupt } from './interruption.ts';
import { followActive, followSent } from './live/active-queries.ts';
import { problemOf } from './problem.ts';

/** How long a request may take. */
const maxRequestMs = 30_000;

let workspaceId: number | undefined;

/** The workspace that this tab shows. The server refuses requests once another tab has switched the session. */
export function setWorkspace(id: number): void {
  workspaceId = id;
}

/** The options of a request; the header lets the session cookie count. */
export function requestOptions(headers: Record<string, string> = {}): RequestInit {
  const workspace = workspaceId !== undefined && { 'X-Slotline-Workspace': String(workspaceId) };
  return optionsInAnyWorkspace({ ...workspace, ...headers });
}

/** For what may be done whichever workspace the session is in: to switch it, and to end it. */
export function optionsInAnyWorkspace(headers: Record<string, string> = {}): RequestInit {
  return { headers: { 'X-Slotline-Client': 'web', ...headers } };
}

/** The server does not wait for a limit while it renders a page: the browser does. */
const fetchAnswer = import.meta.env.SSR ? fetch : fetchWithinLimits;

export const client = new Client({
  url: '/graphql',
  preferGetMethod: false,
  // The server draws a page once all is known that it shows.
  suspense: import.meta.env.SSR,
  // A page shows at once what it knows, and then what is new.
  requestPolicy: 'cache-and-network',
  fetchOptions: () => requestOptions(),
  fetch: (input, init) => fetchAnswer(input, { ...init, signal: withTimeout(init?.signal) }),
  exchanges: [
    followActive,
    keepFreshResponses,
    cacheExchange(import.meta.env.DEV ? rulesOfDevelopment() : cacheRules),
    followSent,
    mapExchange({
      onError(error) {
        const { interruption } = problemOf(error);
        if (interruption) interrupt(interruption);
      },
    }),
    responses,
    // In development the documents change faster than their hashes, and where the server draws a page, none is sent.
    ...(import.meta.env.DEV || import.meta.env.SSR
      ? []
      : [
          persistedExchange({
            enforcePersistedQueries: true,
            enableForMutation: true,
            preferGetForPersistedQueries: false,
          }),
        ]),
    fetchExchange,
  ],
});

function withTimeout(signal: AbortSignal | null | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(maxRequestMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
