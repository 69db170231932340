/** What a field for text sends; nothing where it is empty. */
export function textOf(typed: string): string | null {
  return typed.trim() || null;
}

/** What a field for a number sends; nothing where it is empty. */
export function numberOf(typed: number | string): number | null {
  return typed === '' ? null : Number(typed);
}

/** The list with the item at another place. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}
