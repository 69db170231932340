/** The sampled requests that have the same key. */
interface Group<Row> {
  seen: number;
  readonly rows: Row[];
}

export interface SampleLimits {
  /** A group stores all its requests up to this number; beyond it, a random sample of this size. */
  readonly perGroup: number;
  /** Once all groups together have this many rows, a group stops growing and a new group gets one row. */
  readonly threshold: number;
  /** The maximum number of rows of all groups together. */
  readonly total: number;
}

/**
 * A sample of the requests of one second. Each group has its own rows, so that the few errors of a credential are not lost
 * among its many requests. Each row says how many requests it represents; together the rows represent all requests seen.
 */
export class RequestSample<Row extends object> {
  readonly #limits: SampleLimits;
  readonly #groups = new Map<string, Group<Row>>();
  #sampled = 0;
  #missed = 0;

  constructor(limits: SampleLimits) {
    this.#limits = limits;
  }

  /** `makeRow` is called only if the row gets into the sample. */
  add(key: string, makeRow: () => Row): void {
    const { perGroup, threshold, total } = this.#limits;
    const group = this.#groups.get(key);
    if (!group) {
      if (this.#sampled >= total) this.#missed++;
      else {
        this.#groups.set(key, { seen: 1, rows: [makeRow()] });
        this.#sampled++;
      }
      return;
    }
    group.seen++;
    if (group.rows.length < perGroup && this.#sampled < threshold) {
      group.rows.push(makeRow());
      this.#sampled++;
    } else {
      // Reservoir sampling: each request seen has the same chance to be in the sample.
      const index = Math.floor(Math.random() * group.seen);
      if (index < group.rows.length) group.rows[index] = makeRow();
    }
  }

  /** Returns the sampled rows and the number of requests that no row represents, and starts the next second. */
  take(): { rows: (Row & { represents: number })[]; missed: number } {
    const rows = [...this.#groups.values()].flatMap((group) =>
      group.rows.map((row, index) => ({
        ...row,
        represents: Math.floor(group.seen / group.rows.length) + (index < group.seen % group.rows.length ? 1 : 0),
      })),
    );
    const missed = this.#missed;
    this.#groups.clear();
    this.#sampled = 0;
    this.#missed = 0;
    return { rows, missed };
  }
}
