import { ActionIcon, Button, Group, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { Fragment, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { AnyVariables, UseQueryExecute, UseQueryState } from 'urql';
import { type Problem, problemOf } from '../app/problem.ts';
import { DotsIcon } from './icons.tsx';
import { Panel } from './layout.tsx';
import { ProblemNote } from './messages.tsx';

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

/** Whoever comes back from another tab sees what was changed there. */
export function useReadOnFocus([, execute]: readonly [unknown, UseQueryExecute]): void {
  useEffect(() => {
    const read = () => execute({ requestPolicy: 'network-only' });
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, [execute]);
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
  const shown = isFirst ? { ...problem, text: 'Check the connection, then try again.' } : problem;
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

/** A page of a list, for the component that reads it. */
export interface ListPage {
  readonly cursor: string;
  readonly index: number;
  readonly onRead: (index: number, nextCursor: string | null) => void;
}

interface PagedListProps {
  readonly filter?: string;
  readonly children: (page: ListPage) => ReactNode;
}

/**
 * The pages of a list that grows downwards. Where a page changed, those after it are read anew, so that no row is lost.
 * With another filter the list begins anew, and shows what it has until the new rows are there.
 */
export function PagedList({ filter = '', children }: PagedListProps) {
  const [cursors, setCursors] = useState<readonly string[]>(['start']);
  const [next, setNext] = useState<string | null>(null);
  const [shownFilter, setShownFilter] = useState(filter);
  if (shownFilter !== filter) {
    setShownFilter(filter);
    setCursors(['start']);
    setNext(null);
  }
  const onRead = useCallback((index: number, nextCursor: string | null) => {
    setCursors((shown) => {
      const isChanged = shown[index + 1] !== undefined && shown[index + 1] !== nextCursor;
      if (index === shown.length - 1 || isChanged) setNext(nextCursor);
      return isChanged ? shown.slice(0, index + 1) : shown;
    });
  }, []);
  return (
    <>
      {cursors.map((cursor, index) => (
        <Fragment key={cursor}>{children({ cursor, index, onRead })}</Fragment>
      ))}
      {next !== null && !cursors.includes(next) && <ShowMore onClick={() => setCursors([...cursors, next])} />}
    </>
  );
}

export function ShowMore({ onClick }: { readonly onClick: () => void }) {
  return (
    <Group justify="center" p="md">
      <Button variant="default" onClick={onClick}>
        Show more
      </Button>
    </Group>
  );
}

/** Reports the next cursor of a page once its data is there. */
export function useReportedCursor({ index, onRead }: ListPage, nextCursor: string | null | undefined): void {
  useEffect(() => {
    if (nextCursor !== undefined) onRead(index, nextCursor);
  }, [onRead, index, nextCursor]);
}

interface RecordTableProps<Row> {
  /** The names of the columns. */
  readonly columns: readonly string[];
  /** Whether a first column has a box for each row, which selects it. */
  readonly hasSelection?: boolean;
  /** Whether a last column has a button or a menu for each row. */
  readonly hasActions?: boolean;
  /** A page below the first goes on with its columns; only screen readers need their names again. */
  readonly isContinued?: boolean;
  readonly label?: string;
  readonly className?: string;
  readonly rows: readonly Row[];
  /** In the place of a list that has nothing. */
  readonly empty?: ReactNode;
  /** A row. */
  readonly children: (row: Row) => ReactNode;
}

/** A list with columns, whose rows become cards where there is no room for them. */
export function RecordTable<Row>({ className = '', ...props }: RecordTableProps<Row>) {
  const { columns, hasSelection, hasActions, isContinued, label, rows, empty, children } = props;
  if (rows.length === 0 && !isContinued && empty) return empty;
  return (
    <table className={`records ${className}`} aria-label={label}>
      <thead className={isContinued ? 'for-screen-readers' : undefined}>
        <tr>
          {hasSelection && (
            <th>
              <span className="for-screen-readers">Selected</span>
            </th>
          )}
          {columns.map((name) => (
            <th key={name}>{name}</th>
          ))}
          {hasActions && (
            <th className="actions">
              <span className="for-screen-readers">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{rows.map(children)}</tbody>
    </table>
  );
}

interface EmptyStateProps {
  readonly title: string;
  /** What to do next. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** In the place of a list that has nothing yet. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center" className="empty-state">
      <Text fw={500}>{title}</Text>
      <Text c="dimmed" size="sm" maw="32rem">
        {children}
      </Text>
      {action}
    </Stack>
  );
}

interface RowMenuProps {
  /** What the row is about: "Actions for Reports". */
  readonly name: string;
  /** Items of a menu. */
  readonly children: ReactNode;
}

/** What can be done with a row of a list. */
export function RowMenu({ name, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <DotsIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
