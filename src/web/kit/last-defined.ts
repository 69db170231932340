import { useState } from 'react';

/** The value, or the one before where there is none now: a dialog keeps its texts while it fades out. */
export function useLastDefined<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
