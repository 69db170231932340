/** Reads follow each other after the shorter pause, and after more and more up to the longer one while changes go on. */
interface Gaps {
  readonly minGapMs: number;
  readonly maxGapMs: number;
}

export const gapsOfRecords: Gaps = { minGapMs: 1_000, maxGapMs: 15_000 };
/** A report reads every record of two periods, and nobody waits for one number of hundreds. */
export const gapsOfReports: Gaps = { minGapMs: 10_000, maxGapMs: 120_000 };
/** People who work at the same time cause a few reads in a row; an import causes more. */
const promptReads = 5;

interface RefreshOptions {
  /** The root fields that show records of each type. */
  readonly shown: Readonly<Record<string, readonly string[]>>;
  readonly gaps: Gaps;
  /** Reads the queries with these root fields again; undefined for all. Those sent after `since` are new. */
  readonly read: (outOfDate: { readonly fields: ReadonlySet<string> | undefined; readonly since: number }) => void;
  /** True while nothing is to be read. Then `resume` is called once that has changed. */
  readonly isHeld: () => boolean;
}

/** Collects what has changed, and has it read again: at once, and less often while changes go on. */
export class Refresh {
  readonly #options: RefreshOptions;
  #fields: Set<string> | 'all' = new Set();
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastReadAt = Number.NEGATIVE_INFINITY;
  #gapMs: number;
  /** How many reads have followed each other without a quiet time. */
  #readsInARow = 0;

  constructor(options: RefreshOptions) {
    this.#options = options;
    this.#gapMs = options.gaps.minGapMs;
  }

  /** Records of these types have changed. */
  changed(records: readonly string[]): void {
    if (this.#fields !== 'all') {
      for (const record of records) for (const field of this.#options.shown[record] ?? []) this.#fields.add(field);
    }
    this.#request();
  }

  /** Anything may have changed. */
  all(): void {
    this.#fields = 'all';
    this.#request();
  }

  resume(): void {
    if (this.#timer !== undefined || (this.#fields !== 'all' && this.#fields.size === 0)) return;
    const waitMs = this.#lastReadAt + this.#gapMs - performance.now();
    this.#timer = setTimeout(() => this.#read(), Math.max(0, waitMs));
  }

  #request(): void {
    this.#since = performance.now();
    this.resume();
  }

  #read(): void {
    this.#timer = undefined;
    if (this.#options.isHeld()) return;
    const now = performance.now();
    const isQuiet = now - this.#lastReadAt > 2 * this.#gapMs;
    this.#readsInARow = isQuiet ? 1 : this.#readsInARow + 1;
    const { minGapMs, maxGapMs } = this.#options.gaps;
    this.#gapMs = Math.min(minGapMs * 2 ** Math.max(0, this.#readsInARow - promptReads), maxGapMs);
    this.#lastReadAt = now;
    const fields = this.#fields;
    this.#fields = new Set();
    this.#options.read({ fields: fields === 'all' ? undefined : fields, since: this.#since });
  }
}
