/** A map of bounded size: it evicts the entry that was read or written longest ago. */
export class LruCache<Key, Value> {
  readonly #maxSize: number;
  readonly #entries = new Map<Key, Value>();

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** Does not count as a use of the entry. */
  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A Map keeps insertion order, so its first key is the least recently used one.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#maxSize) this.#entries.delete(this.#entries.keys().next().value as Key);
  }
}
