import { Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { AnyVariables, UseQueryExecute, UseQueryState } from 'urql';
import { type Problem, problemOf } from '../../app/problem.ts';
import { Panel } from '../layout.tsx';
import { ProblemNote } from '../messages.tsx';
import { EmptyState } from './empty-state.tsx';

interface QueryViewProps<Data, Variables extends AnyVariables> {
  readonly query: readonly [UseQueryState<Data, Variables>, UseQueryExecute];
  /** In the shape of what comes; by default that of a list. */
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** The data of a query; until it is there a skeleton, and where it does not come what went wrong, with another try. */
export function QueryView<Data, Variables extends AnyVariables>(props: QueryViewProps<Data, Variables>) {
  const { query, skeleton = <LateSkeleton rows={8} />, children } = props;
  const [{ data: read, error, fetching, operation }, execute] = query;
  const [kept, keep] = useState<{ readonly key: number | undefined; readonly data: Data }>();
  const found = read && !isEmpty(read) ? read : undefined;
  if (found && found !== kept?.data) keep({ key: operation?.key, data: found });
  const retry = () => execute({ requestPolicy: 'network-only' });
  const problem = error && problemOf(error);
  // What was shown stays where it cannot be read anew: somebody may be typing in it.
  const stays = problem && !problem.isWithheld && operation?.key === kept?.key;
  const data = found ?? (stays ? kept?.data : undefined);
  return (
    <>
      {!fetching && problem && <QueryProblem problem={problem} isShown={data !== undefined} onRetry={retry} />}
      {data ? children(data) : !error && skeleton}
    </>
  );
}

interface QueryProblemProps {
  readonly problem: Problem;
  /** Whether the page shows what was read before. */
  readonly isShown: boolean;
  readonly onRetry: () => void;
}

function QueryProblem({ problem, isShown, onRetry }: QueryProblemProps) {
  if (problem.isWithheld && !isShown) {
    return (
      <div role="alert">
        <EmptyState title={problem.title}>{problem.text}</EmptyState>
      </div>
    );
  }
  // Where nothing was shown, nothing was entered either.
  const isFirst = problem.isUnanswered && !isShown;
  const shown = isFirst ? { ...problem, text: 'Check your connection, then try again.' } : problem;
  return (
    <div className="query-note">
      <ProblemNote problem={shown} onRetry={onRetry} />
    </div>
  );
}

/** A root field that failed is null; then there is nothing to show but the error. */
function isEmpty(data: object): boolean {
  return Object.entries(data).every(([name, value]) => name === '__typename' || value === null);
}

const skeletonAfterMs = 200;

const skeletonWidths = ['38%', '52%', '30%', '45%'];

interface LateSkeletonProps {
  readonly rows?: number;
}

/** Rows as a list will have them. Most answers are there before it would appear, so nothing flickers. */
export function LateSkeleton({ rows = 4 }: LateSkeletonProps) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), skeletonAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" className="skeleton-rows">
      {isLate && (
        <>
          <span className="for-screen-readers">Loading</span>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change.
            <div key={row} className="skeleton-row">
              <Skeleton height={12} width={skeletonWidths[row % skeletonWidths.length]} />
              <Skeleton height={12} width="12%" />
            </div>
          ))}
        </>
      )}
    </div>
  );
}

/** In the place of a page whose title is not known yet. */
export function PageSkeleton() {
  return (
    <>
      <Skeleton className="late" height={30} width="14rem" mt="md" mb="lg" />
      <Panel padded={false}>
        <LateSkeleton rows={8} />
      </Panel>
    </>
  );
}
