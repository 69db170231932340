import { useEffect, useRef, useState } from 'react';
import type { UseQueryExecute } from 'urql';
import type { DeliveryDetailsFragment } from '../../../../gql/webhook-deliveries.ts';
import { isDueSoon } from './delivery-status.tsx';

interface Awaited {
  /** An attempt is under way, or begins in moments. */
  readonly isAwaited: boolean;
  /** It took so long that the page no longer looks by itself. */
  readonly isOverdue: boolean;
  readonly lookAgain: () => void;
}

const everyMs = 1000;
/** An attempt takes at most 15 seconds, and waits for a worker before. */
const maxLooks = 30;

/** Reads a delivery again and again while an attempt is awaited, and tells when it has ended. */
export function useAwaited(
  delivery: Pick<DeliveryDetailsFragment, 'status' | 'nextAttemptAt'> | null | undefined,
  execute: UseQueryExecute,
  onSettled: () => void,
): Awaited {
  const [looks, setLooks] = useState(0);
  const isAwaited = delivery?.status === 'PENDING' && isDueSoon(delivery.nextAttemptAt);
  const wasAwaited = useRef(false);
  useEffect(() => {
    if (wasAwaited.current && !isAwaited) onSettled();
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
  return { isAwaited, isOverdue: looks >= maxLooks, lookAgain: () => setLooks(0) };
}
