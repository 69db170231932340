/** A text for comparisons that ignore letter case, wide and narrow forms, and outer white space. */
export function comparableText(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
