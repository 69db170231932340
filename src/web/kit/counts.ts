/** A number with its noun, such as "1 scope" or "1,200 connections". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : pluralOf(noun)}`;
}

/** "deliveries" of "delivery". */
export function pluralOf(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
