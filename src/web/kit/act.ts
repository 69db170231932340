import { useCallback, useRef, useState } from 'react';
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql';
import { requestOptions } from '../app/client.ts';
import { type Problem, problemOf } from '../app/problem.ts';

/** How an act goes, for what shows it. */
export interface ActState {
  readonly isBusy: boolean;
  readonly problem: Problem | undefined;
  readonly forget: () => void;
}

export interface Act<Data, Variables> extends ActState {
  /** Returns the data, or undefined if it failed: then `problem` says why. */
  readonly act: (variables: Variables) => Promise<Data | undefined>;
}

interface Acts extends ActState {
  readonly act: <Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: NoInfer<Variables>,
  ) => Promise<Data | undefined>;
}

export interface ActOptions {
  /** False for mutations that take no Idempotency-Key, because their answers have a secret. */
  readonly once?: boolean | undefined;
  /** What to do where no answer came and nobody knows whether it was done. */
  readonly ifUnanswered?: string | undefined;
}

/**
 * Performs a mutation for a form or a button. If the answer to a request is lost, the next try with the same input
 * carries the same Idempotency-Key, so that nothing is done twice.
 */
export function useAct<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  options?: ActOptions,
): Act<Data, Variables> {
  const { act, ...state } = useActs(options);
  return { ...state, act: useCallback((variables: Variables) => act(document, variables), [act, document]) };
}

/** The same for what performs one of several mutations. */
export function useActs({ once = true, ifUnanswered = lookFirst }: ActOptions = {}): Acts {
  const client = useClient();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const unanswered = useRef<{ readonly document: object; readonly input: string; readonly key: string }>(undefined);
  const act: Acts['act'] = useCallback(
    async (document, variables) => {
      setIsBusy(true);
      setProblem(undefined);
      const input = JSON.stringify(variables);
      const last = unanswered.current;
      const key = last?.document === document && last.input === input ? last.key : randomKey();
      const headers = once ? { 'Idempotency-Key': key } : undefined;
      const options = { fetchOptions: requestOptions(headers) };
      const { data, error } = await client.mutation(document, variables, options).toPromise();
      unanswered.current = error?.networkError ? { document, input, key } : undefined;
      setIsBusy(false);
      if (error) setProblem(once ? problemOf(error) : unsure(problemOf(error), ifUnanswered));
      return error ? undefined : data;
    },
    [client, once, ifUnanswered],
  );
  const forget = useCallback(() => setProblem(undefined), []);
  return { act, isBusy, problem, forget };
}

const lookFirst = 'We do not know whether this was done. Reload the page and check before you try again.';

/** Without the key another try may do it twice, so whoever tries again should look first. */
function unsure(problem: Problem, text: string): Problem {
  return problem.isUnanswered ? { ...problem, title: 'No response', text } : problem;
}

/** `crypto.randomUUID` is missing where the page came over plain http from another host than localhost. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
