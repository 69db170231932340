import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { useEffect, useMemo, useSyncExternalStore } from 'react';

/** A key that does something on a page. It does nothing while something is typed, or a dialog or a menu is open. */
export interface PageKey {
  /** As Mantine writes it: `j`, `shift + Enter`, `mod + K`. */
  readonly key: string;
  /** What it does: "Next call". */
  readonly title: string;
  /** Absent where something else listens to the key. */
  readonly act?: () => void;
}

const groups = new Map<symbol, readonly PageKey[]>();
let all: readonly PageKey[] = [];
const listeners = new Set<() => void>();

/** Whether a dialog or a menu was open when the key was pressed: the same key may close it before the page hears of it. */
let isBehindDialog = false;

let isOpening: () => boolean = () => false;

/** A dialog that is opened by a key says so before it is drawn: the keys that follow are for it alone. */
export function withholdKeysWhile(isOpen: () => boolean): void {
  isOpening = isOpen;
}

addEventListener(
  'keydown',
  () => {
    isBehindDialog = isOpening() || document.querySelector('[role="dialog"], [role="menu"]') !== null;
  },
  { capture: true },
);

function publish(): void {
  all = [...groups.values()].flat();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Listens to the keys while the component is shown; the dialog behind `?` names them. */
export function useKeys(keys: readonly PageKey[]): void {
  useHotkeys(
    keys.flatMap(({ key, act }): HotkeyItem[] => {
      if (!act) return [];
      // Most keyboards have the question mark with Shift.
      const pressed = key === '?' ? [key, `shift + ${key}`] : [key];
      return pressed.map((each) => [each, () => !isBehindDialog && act()]);
    }),
  );
  const group = useMemo(() => Symbol('keys'), []);
  const named = JSON.stringify(keys.map(({ key, title }) => ({ key, title })));
  useEffect(() => {
    groups.set(group, JSON.parse(named));
    publish();
    return () => {
      groups.delete(group);
      publish();
    };
  }, [group, named]);
}

/** The keys of everything that is shown. */
export function useShownKeys(): readonly PageKey[] {
  return useSyncExternalStore(
    subscribe,
    () => all,
    () => all,
  );
}
