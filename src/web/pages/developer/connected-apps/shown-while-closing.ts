import { useRef } from 'react';

/** What a dialog is about, also while it fades out. */
export function useShownWhileClosing<T>(current: T | undefined): T | undefined {
  const last = useRef(current);
  if (current !== undefined) last.current = current;
  return last.current;
}
