import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSession } from '../app/session.ts';

const prefix = 'draft:';
const listeners = new Set<() => void>();

/** For who signs out: the next person at this browser is to find none. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) store(key, undefined);
}

function store(key: string, text: string | undefined): void {
  if (text === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, text);
  for (const listener of listeners) listener();
}

interface Stored {
  /** When it was typed. */
  readonly at: string;
  readonly values: object;
}

interface DraftForm<Values> {
  readonly values: Values;
  /** Fields that are not in the draft stay as they are. */
  readonly setValues: (values: Values) => void;
  /** Whether a field was changed, or any. */
  readonly isDirty: (name?: string) => boolean;
}

interface Draft {
  /** Forgets it, once it is saved. */
  readonly forget: () => void;
  /** When what the form began with was typed; undefined where it began with what is stored. */
  readonly at: string | undefined;
}

/**
 * Keeps what is typed into a form, also where its dialog is closed, the page is loaded anew or the session ends: the same form
 * of the same person begins with it in this tab. A field that was left alone is not kept: others may change it meanwhile, and the
 * draft would take that back. A form without a name keeps nothing.
 */
export function useDraft<Values extends object>(
  name: string | undefined,
  { values, setValues, isDirty }: DraftForm<Values>,
): Draft {
  const key = useDraftKey(name ?? '');
  const isStored = name !== undefined;
  const isForgotten = useRef(false);
  const isRead = useRef(false);
  const [at, setAt] = useState<string>();
  const isChanged = isDirty();
  const draft = JSON.stringify(Object.fromEntries(Object.entries(values).filter(([field]) => isDirty(field))));
  useEffect(() => {
    if (!isStored) return;
    if (isForgotten.current) {
      // A form that stays begins a draft of its own with the next change.
      isForgotten.current = isChanged;
      return;
    }
    if (!isRead.current) {
      isRead.current = true;
      const text = sessionStorage.getItem(key);
      if (text !== null) {
        const stored = JSON.parse(text) as Stored;
        setAt(stored.at);
        return setValues(stored.values as Values);
      }
    }
    if (!isChanged) setAt(undefined);
    store(key, isChanged ? JSON.stringify({ at: new Date().toISOString(), values: JSON.parse(draft) }) : undefined);
  }, [isStored, key, isChanged, draft, setValues]);
  const forget = () => {
    isForgotten.current = true;
    if (isStored) store(key, undefined);
  };
  return { forget, at };
}

/** Whether there is a draft of this name, for a mark at the way to its form. */
export function useHasDraft(name: string): boolean {
  const key = useDraftKey(name);
  return useSyncExternalStore(
    subscribe,
    () => sessionStorage.getItem(key) !== null,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function useDraftKey(name: string): string {
  const { user, workspace } = useSession();
  return `${prefix}${user.id}:${workspace.id}:${name}`;
}
