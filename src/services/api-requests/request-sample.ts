/** What is kept of requests that are alike. */
interface Group<Row> {
  seen: number;
  readonly rows: Row[];
}

export interface SampleLimits {
  /** Of each group all are kept up to this number, and a random sample of so many beyond. */
  readonly perGroup: number;
  /** Once so many are kept in all, a group keeps no more than it has; a new one keeps one. */
  readonly threshold: number;
  /** How many are kept at most. */
  readonly total: number;
}

/**
 * A sample of the requests of a second. Each group keeps rows of its own, so that the few errors of a credential are not
 * lost among its many requests. A kept row says how many it stands for: together they stand for all that were seen.
 */
export class RequestSample<Row extends object> {
  readonly #limits: SampleLimits;
  readonly #groups = new Map<string, Group<Row>>();
  #kept = 0;
  #missed = 0;

  constructor(limits: SampleLimits) {
    this.#limits = limits;
  }

  /** `makeRow` is called only for a row that is kept. */
  add(key: string, makeRow: () => Row): void {
    const { perGroup, threshold, total } = this.#limits;
    const group = this.#groups.get(key);
    if (!group) {
      if (this.#kept >= total) this.#missed++;
      else {
        this.#groups.set(key, { seen: 1, rows: [makeRow()] });
        this.#kept++;
      }
      return;
    }
    group.seen++;
    if (group.rows.length < perGroup && this.#kept < threshold) {
      group.rows.push(makeRow());
      this.#kept++;
    } else {
      // Each of those seen has the same chance to be among the rows.
      const index = Math.floor(Math.random() * group.seen);
      if (index < group.rows.length) group.rows[index] = makeRow();
    }
  }

  /** The kept rows, and how many requests no row stands for. The next second begins. */
  take(): { rows: (Row & { represents: number })[]; missed: number } {
    const rows = [...this.#groups.values()].flatMap((group) =>
      group.rows.map((row, index) => ({
        ...row,
        represents: Math.floor(group.seen / group.rows.length) + (index < group.seen % group.rows.length ? 1 : 0),
      })),
    );
    const missed = this.#missed;
    this.#groups.clear();
    this.#kept = 0;
    this.#missed = 0;
    return { rows, missed };
  }
}
