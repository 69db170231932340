import { useEffect, useRef } from 'react';
import { useSession } from '../app/session.ts';

const prefix = 'draft:';

/** For who signs out: the next person at this browser is to find none. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

interface DraftForm<Values> {
  readonly values: Values;
  /** Fields that are not in the draft stay as they are. */
  readonly setValues: (values: Values) => void;
  /** Whether a field was changed, or any. */
  readonly isDirty: (name?: string) => boolean;
}

/**
 * Keeps what is typed into a form, also where its dialog is closed, the page is loaded anew or the session ends: the same form
 * of the same person begins with it in this tab. A field that was left alone is not kept: others may change it meanwhile, and the
 * draft would take that back. Returns how to forget it, once it is saved.
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
  const draft = JSON.stringify(Object.fromEntries(Object.entries(values).filter(([field]) => isDirty(field))));
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
    if (isChanged) sessionStorage.setItem(key, draft);
    else sessionStorage.removeItem(key);
  }, [key, isChanged, draft, setValues]);
  return () => {
    isForgotten.current = true;
    sessionStorage.removeItem(key);
  };
}
