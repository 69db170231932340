/** A response without an end of its own. */
interface Endable {
  readonly end: () => void;
}

interface OpenStream<Stream> {
  readonly stream: Stream;
  readonly keys: readonly string[];
}

/** The streams that this node has open. A new one ends the oldest of its session or person if there are too many. */
export class OpenStreams<Stream extends Endable> {
  /** The most streams that share a key, for the first key, the second and so on. */
  readonly #limits: readonly number[];
  readonly #onReplaced: (stream: Stream) => void;
  /** In the order in which they were opened. */
  readonly #open = new Set<OpenStream<Stream>>();

  constructor(limits: readonly number[], onReplaced: (stream: Stream) => void) {
    this.#limits = limits;
    this.#onReplaced = onReplaced;
  }

  /** Adds a stream with one key for each limit. Returns how to remove it. */
  add(stream: Stream, keys: readonly string[]): () => void {
    for (const [index, limit] of this.#limits.entries()) {
      const same = [...this.#open].filter((open) => open.keys[index] === keys[index]);
      for (const oldest of same.slice(0, Math.max(0, same.length - limit + 1))) {
        this.#open.delete(oldest);
        this.#onReplaced(oldest.stream);
      }
    }
    const added = { stream, keys };
    this.#open.add(added);
    return () => void this.#open.delete(added);
  }

  endAll(): void {
    for (const { stream } of this.#open) stream.end();
    this.#open.clear();
  }
}
