/** Values of a statement, collected while its text is written. */
export class Values {
  readonly list: unknown[] = [];

  /** Adds a value and gives its place holder, with its type: `$3::int[]`. */
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }

  instant(epochMs: number): string {
    return `to_timestamp(${this.add(epochMs / 1000, 'float8')})`;
  }
}
