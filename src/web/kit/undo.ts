type Undo = () => unknown;

let last: Undo | undefined;

/** What the key `u` takes back from now on; nothing where the last act cannot be taken back. */
export function setLastUndo(undo: Undo | undefined): void {
  last = undo;
}

/** Takes the last act back, once. */
export function undoLast(): void {
  const undo = last;
  last = undefined;
  undo?.();
}
