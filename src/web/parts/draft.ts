import { useEffect, useRef } from 'react';
import { useSession } from '../app/session.ts';

const prefix = 'draft:';

/** For who signs out: the next person at this browser is to find none. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

interface DraftForm<Values> {
  readonly values: Values;
  readonly setValues: (values: Values) => void;
  readonly isDirty: () => boolean;
}

/**
 * Keeps what is typed into a form, also where its dialog is closed, the page is loaded anew or the session ends: the same form
 * of the same person begins with it in this tab. Returns how to forget it, once it is saved.
 */
export function useDraft<Values extends Record<string, unknown>>(
  name: string,
  { values, setValues, isDirty }: DraftForm<Values>,
): () => void {
  const { user, workspace } = useSession();
  const key = `${prefix}${user.id}:${workspace.id}:${name}`;
  const isForgotten = useRef(false);
  const isRead = useRef(false);
  const isChanged = isDirty();
  useEffect(() => {
    if (isForgotten.current) {
      // A form that stays begins a draft of its own with the next change.
      isForgotten.current = isChanged;
      return;
    }
    if (!isRead.current) {
      isRead.current = true;
      const stored = sessionStorage.getItem(key);
      if (stored !== null) return setValues(JSON.parse(stored));
    }
    if (isChanged) sessionStorage.setItem(key, JSON.stringify(values));
    else sessionStorage.removeItem(key);
  }, [key, isChanged, values, setValues]);
  return () => {
    isForgotten.current = true;
    sessionStorage.removeItem(key);
  };
}
