import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import type { Exchange } from './exchange.ts';

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

/** What the authorization server sent back through the browser. */
interface CallbackAnswer {
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly errorDescription?: string | undefined;
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
  readonly answer?: CallbackAnswer | undefined;
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
