import { Button, Group } from '@mantine/core';
import { Fragment, type ReactNode, useCallback, useEffect, useState } from 'react';

/** A page of a list, for the component that reads it. */
export interface ListPart {
  readonly cursor: string;
  readonly index: number;
  readonly filter: string;
  readonly onRead: (part: Pick<ListPart, 'filter' | 'index'>, read: ReadPart) => void;
}

interface ReadPart {
  /** Null at the end of the list. */
  readonly nextCursor: string | null;
  /** True if none of its rows is shown, such as those that were skipped: the next page takes their place. */
  readonly isHidden: boolean;
}

interface PagedListProps {
  readonly filter?: string;
  readonly children: (part: ListPart) => ReactNode;
}

interface Pages {
  readonly filter: string;
  readonly cursors: readonly string[];
  /** How many pages are to be shown. */
  readonly length: number;
  /** After the last page that was read; null at the end of the list. */
  readonly next: string | null;
}

const firstPage = { cursors: ['start'], length: 1, next: null };

/**
 * The pages of a list that grows downwards. Where a page changed, those after it are read anew, so that no row is lost, and the
 * list stays as long as it is. With another filter it begins anew, and shows what it has until the new rows are there.
 */
export function PagedList({ filter = '', children }: PagedListProps) {
  const [{ cursors, next, ...shown }, setPages] = useState<Pages>({ filter, ...firstPage });
  if (shown.filter !== filter) setPages({ filter, ...firstPage });
  const onRead = useCallback<ListPart['onRead']>(({ filter: readFilter, index }, { nextCursor, isHidden }) => {
    setPages((before) => {
      if (before.filter !== readFilter) return before;
      const pages = isHidden ? { ...before, length: Math.max(before.length, index + 2) } : before;
      const isLast = index === pages.cursors.length - 1;
      if (isLast && isHidden && nextCursor !== null) {
        return { ...pages, cursors: [...pages.cursors, nextCursor], next: null };
      }
      if (index >= pages.cursors.length || pages.cursors[index + 1] === (nextCursor ?? undefined)) {
        return isLast ? { ...pages, next: nextCursor } : pages;
      }
      const read = pages.cursors.slice(0, index + 1);
      const isLonger = nextCursor !== null && index + 1 < pages.length;
      return { ...pages, cursors: isLonger ? [...read, nextCursor] : read, next: nextCursor };
    });
  }, []);
  const showMore = () =>
    setPages((pages) => ({
      ...pages,
      cursors: pages.next === null ? pages.cursors : [...pages.cursors, pages.next],
      length: pages.cursors.length + 1,
    }));
  return (
    <>
      {cursors.map((cursor, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page that is read anew shows what it has meanwhile.
        <Fragment key={index}>{children({ cursor, index, filter, onRead })}</Fragment>
      ))}
      {next !== null && !cursors.includes(next) && <ShowMore onClick={showMore} />}
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
export function useReportedCursor(
  { filter, index, onRead }: ListPart,
  nextCursor: string | null | undefined,
  isHidden: boolean,
): void {
  useEffect(() => {
    if (nextCursor !== undefined) onRead({ filter, index }, { nextCursor, isHidden });
  }, [onRead, filter, index, nextCursor, isHidden]);
}
