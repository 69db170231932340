/** What a field for a number sends; null if it is empty. */
export function numberOf(typed: number | string): number | null {
  return typed === '' ? null : Number(typed);
}
