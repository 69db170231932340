/** A map that keeps what was used most recently, and forgets the rest. */
export class Recent<Key, Value> {
  readonly #greatestSize: number;
  readonly #entries = new Map<Key, Value>();

  constructor(greatestSize: number) {
    this.#greatestSize = greatestSize;
  }

  /** Asking is no use. */
  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A Map keeps the order of insertion: the first is the one that was not used for the longest time.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#greatestSize) this.#entries.delete(this.#entries.keys().next().value as Key);
  }
}
