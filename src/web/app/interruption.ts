import { useSyncExternalStore } from 'react';
import type { Interruption } from './problem.ts';

let current: Interruption | undefined;
const listeners = new Set<() => void>();

/** The page cannot go on: the session ended, or another tab went on in another workspace or as another person. */
export function interrupt(interruption: Interruption | undefined): void {
  current = interruption;
  for (const listener of listeners) listener();
}

export function useInterruption(): Interruption | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => current,
  );
}

/** Ends the interruption. Returns whether there was one. */
export function resume(): boolean {
  const wasInterrupted = current !== undefined;
  if (wasInterrupted) interrupt(undefined);
  return wasInterrupted;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
