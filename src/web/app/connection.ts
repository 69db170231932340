import { useSyncExternalStore } from 'react';

/** How often the server is tried while nothing else does. */
const retryMs = 2_000;

let isServerLost = false;
const listeners = new Set<() => void>();
let reaching: Promise<void> | undefined;

/** Reports whether requests reach the server. The browser itself only knows whether it has a network. */
export function setServerLost(isLost: boolean): void {
  if (isLost === isServerLost) return;
  isServerLost = isLost;
  notify();
}

export function isOffline(): boolean {
  return !import.meta.env.SSR && (!navigator.onLine || isServerLost);
}

export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, () => false);
}

/** Resolves when the server answers again. All who wait share the requests. */
export function serverReached(): Promise<void> {
  reaching ??= reach().finally(() => {
    reaching = undefined;
  });
  return reaching;
}

/** True if the server answers a request, with whatever status. */
export async function isServerReachable(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

async function reach(): Promise<void> {
  while (!(await isServerReachable())) await new Promise((resolve) => setTimeout(resolve, retryMs));
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) for (const event of ['online', 'offline']) window.addEventListener(event, notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const event of ['online', 'offline']) window.removeEventListener(event, notify);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}
