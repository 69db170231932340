/**
 * Parts of one VCALENDAR, and the times that it holds as busy from October to December 2026, written by hand: whole days and
 * floating times are those of Berlin, and the owner is ada@example.com. The same parts are read from a text and from servers.
 */
export type CorpusCase = readonly [name: string, parts: readonly string[], expected: readonly string[]];
