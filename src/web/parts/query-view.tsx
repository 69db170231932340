import { Skeleton, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { AnyVariables, UseQueryExecute, UseQueryState } from 'urql';
import { problemOf } from '../app/problem.ts';
import { ProblemNote } from './problem-note.tsx';

interface QueryViewProps<Data, Variables extends AnyVariables> {
  readonly query: readonly [UseQueryState<Data, Variables>, UseQueryExecute];
  readonly children: (data: Data) => ReactNode;
}

/** The data of a query; until it is there a skeleton, and where it does not come what went wrong, with another try. */
export function QueryView<Data, Variables extends AnyVariables>({ query, children }: QueryViewProps<Data, Variables>) {
  const [{ data, error, fetching }, execute] = query;
  const retry = () => execute({ requestPolicy: 'network-only' });
  const problem = error && problemOf(error);
  return (
    <>
      {!fetching && <ProblemNote problem={problem} onRetry={retry} />}
      {data && !isEmpty(data) ? children(data) : !error && <LateSkeleton />}
    </>
  );
}

/** A root field that failed is null; then there is nothing to show but the error. */
function isEmpty(data: object): boolean {
  return Object.entries(data).every(([name, value]) => name === '__typename' || value === null);
}

const skeletonAfterMs = 200;

/** Most answers are there before it would appear, so nothing flickers. */
export function LateSkeleton() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), skeletonAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack gap="sm" aria-busy="true" aria-label="Loading" mih={160}>
      {isLate && [1, 2, 3].map((row) => <Skeleton key={row} height={44} radius="md" />)}
    </Stack>
  );
}
