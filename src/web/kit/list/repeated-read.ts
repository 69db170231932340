import { useEffect } from 'react';
import type { UseQueryExecute } from 'urql';

/** Reads a query again and again while somebody looks at the page. */
export function useRepeatedRead(execute: UseQueryExecute, everyMs: number | undefined): void {
  useEffect(() => {
    if (everyMs === undefined) return;
    const read = () => document.visibilityState === 'visible' && execute({ requestPolicy: 'network-only' });
    const timer = setInterval(read, everyMs);
    return () => clearInterval(timer);
  }, [execute, everyMs]);
}
