import { useCallback } from 'react';
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql';
import { problemOf } from '../app/problem.ts';
import { notifyProblem } from './messages.tsx';

/**
 * Performs the mutation that takes an act back. Its form or its page may be gone by then, so a message says what went wrong.
 * Returns the data, or undefined if it failed.
 */
export function useTakeBack() {
  const client = useClient();
  return useCallback(
    async <Data, Variables extends AnyVariables>(
      document: TypedDocumentNode<Data, Variables>,
      variables: NoInfer<Variables>,
    ): Promise<Data | undefined> => {
      const { data, error } = await client.mutation(document, variables).toPromise();
      if (error) notifyProblem(problemOf(error));
      return error ? undefined : data;
    },
    [client],
  );
}
