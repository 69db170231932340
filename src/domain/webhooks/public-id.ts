const maxId = 2n ** 63n - 1n;

/** The stored id, a bigint as text, of a public id such as `evt_12`; undefined for any other text. */
export function storedId(prefix: string, text: string): string | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const id = text.slice(prefix.length);
  return /^[1-9]\d{0,18}$/.test(id) && BigInt(id) <= maxId ? id : undefined;
}
