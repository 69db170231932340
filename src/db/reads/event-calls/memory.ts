import { rememberedIds } from './statements.ts';

interface Entry {
  readonly state: string;
  readonly count: number;
  readonly ids: Int32Array;
}

/**
 * What searches found, under the state of the workspace's calls in which they found it. An entry is used only by a
 * statement that sees the same state in its own snapshot, so what it says is exact, on any number of nodes.
 */
export class ListMemory {
  readonly #entries = new Map<string, Entry>();
  readonly #capacity: number;

  constructor(capacity = 500) {
    this.#capacity = capacity;
  }

  /** The ids of a page, when the remembered beginning of the list holds it whole. */
  page(key: string, offset: number, limit: number): { entry: Entry; ids: number[] } | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const end = Math.min(offset + limit, entry.count);
    if (end > rememberedIds) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return { entry, ids: [...entry.ids.subarray(Math.min(offset, end), end)] };
  }

  remember(key: string, state: string, count: number, ids: readonly number[]): void {
    this.#entries.delete(key);
    this.#entries.set(key, { state, count, ids: Int32Array.from(ids) });
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.#capacity && !oldest.done) this.#entries.delete(oldest.value);
  }
}
