import { useCallback, useRef, useState } from 'react';
import { type AnyVariables, type TypedDocumentNode, useMutation } from 'urql';
import { requestOptions } from '../app/client.ts';
import { type Problem, problemOf } from '../app/problem.ts';

/** How an act goes, for what shows it. */
export interface ActState {
  readonly isBusy: boolean;
  readonly problem: Problem | undefined;
  readonly forget: () => void;
}

interface Act<Data, Variables> extends ActState {
  /** Returns the data, or undefined if it failed: then `problem` says why. */
  readonly act: (variables: Variables) => Promise<Data | undefined>;
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
  { once = true, ifUnanswered = lookFirst }: ActOptions = {},
): Act<Data, Variables> {
  const [, execute] = useMutation(document);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const unanswered = useRef<{ readonly input: string; readonly key: string }>(undefined);
  const act = useCallback(
    async (variables: Variables) => {
      setIsBusy(true);
      setProblem(undefined);
      const input = JSON.stringify(variables);
      const key = unanswered.current?.input === input ? unanswered.current.key : randomKey();
      const headers = once ? { 'Idempotency-Key': key } : undefined;
      const { data, error } = await execute(variables, { fetchOptions: requestOptions(headers) });
      unanswered.current = error?.networkError ? { input, key } : undefined;
      setIsBusy(false);
      if (error) setProblem(once ? problemOf(error) : unsure(problemOf(error), ifUnanswered));
      return error ? undefined : data;
    },
    [execute, once, ifUnanswered],
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
