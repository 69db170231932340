/** A number with its noun, such as "1 scope" or "1,200 connections". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`;
}
