import { Button, Group } from '@mantine/core';
import { Fragment, type ReactNode, useCallback, useEffect, useState } from 'react';

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
