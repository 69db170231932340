import { Button, Group } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useState } from 'react';

interface Cursors {
  /** Of the pages that are shown. */
  readonly cursors: readonly string[];
  /** To be called by each page with what its answer says. */
  readonly onPage: (index: number, nextCursor: string | null) => void;
  /** The button for the next page; nothing at the end. */
  readonly more: ReactNode;
}

/**
 * The pages of a list that grows downwards. Where a page changed, those after it are read anew, so that no row is lost.
 * With another filter the list begins anew, and shows what it has until the new rows are there.
 */
export function useCursors(filter = ''): Cursors {
  const [cursors, setCursors] = useState<readonly string[]>(['start']);
  const [next, setNext] = useState<string | null>(null);
  const [shownFilter, setShownFilter] = useState(filter);
  if (shownFilter !== filter) {
    setShownFilter(filter);
    setCursors(['start']);
    setNext(null);
  }
  const onPage = useCallback((index: number, nextCursor: string | null) => {
    setCursors((shown) => {
      const isChanged = shown[index + 1] !== undefined && shown[index + 1] !== nextCursor;
      if (index === shown.length - 1 || isChanged) setNext(nextCursor);
      return isChanged ? shown.slice(0, index + 1) : shown;
    });
  }, []);
  const more = next !== null && !cursors.includes(next) && (
    <Group justify="center" p="md">
      <Button variant="default" onClick={() => setCursors([...cursors, next])}>
        Show more
      </Button>
    </Group>
  );
  return { cursors, onPage, more };
}

/** Reports the next cursor of a page once its data is there. */
export function useReportedCursor(
  onPage: (index: number, nextCursor: string | null) => void,
  index: number,
  nextCursor: string | null | undefined,
): void {
  useEffect(() => {
    if (nextCursor !== undefined) onPage(index, nextCursor);
  }, [onPage, index, nextCursor]);
}
