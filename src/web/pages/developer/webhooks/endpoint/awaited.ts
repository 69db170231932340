import { useEffect, useRef, useState } from 'react';
import type { UseQueryExecute } from 'urql';

const everyMs = 1000;
/** An attempt takes at most 15 seconds, and waits for a worker before. */
const maxLooks = 30;

/** Repeats a query while an attempt is awaited, and reports when it has ended. */
export function useAwaited(isAwaited: boolean, execute: UseQueryExecute, onSettled: () => void) {
  const [looks, setLooks] = useState(0);
  const wasAwaited = useRef(false);
  useEffect(() => {
    if (wasAwaited.current && !isAwaited) {
      setLooks(0);
      onSettled();
    }
    wasAwaited.current = isAwaited;
  }, [isAwaited, onSettled]);
  useEffect(() => {
    if (!isAwaited || looks >= maxLooks) return;
    const timer = setTimeout(() => {
      execute({ requestPolicy: 'network-only' });
      setLooks(looks + 1);
    }, everyMs);
    return () => clearTimeout(timer);
  }, [isAwaited, looks, execute]);
  // Overdue is what took so long that the page no longer looks by itself.
  return { isOverdue: looks >= maxLooks, lookAgain: () => setLooks(0) };
}
