/** Literals and dice for the statements that make rows up inside PostgreSQL. Only texts of our own go through here. */
export function textArray(items: readonly (string | null)[]): string {
  return `ARRAY[${items.map(text).join(', ')}]::text[]`;
}

export function intArray(items: readonly number[]): string {
  return `'{${items.join(',')}}'::int[]`;
}

export function text(item: string | null): string {
  return item === null ? 'NULL' : `'${item.replaceAll("'", "''")}'`;
}

/** A number from 0 up to, without, `sides`: the same for the same row and seed, always. `row` is a bigint. */
export function roll(row: string, seed: number, sides: number | string): string {
  return `((hashint8extended(${row}, ${seed}) & 2147483647) % ${sides})::int`;
}

export function pick(row: string, seed: number, items: readonly (string | null)[]): string {
  return `(${textArray(items)})[1 + ${roll(row, seed, items.length)}]`;
}

/** One of the keys, as often as its weight says; `UNSET` is NULL. */
export function weighted(row: string, seed: number, weights: Readonly<Record<string, number>>): string {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  let below = 0;
  const arms = Object.entries(weights).map(([key, weight]) => {
    below += weight;
    return `WHEN ${roll(row, seed, total)} < ${below} THEN ${text(key === 'UNSET' ? null : key)}`;
  });
  return `CASE ${arms.join(' ')} END`;
}

/** True so many times in a hundred. */
export function chance(row: string, seed: number, percent: number): string {
  return `${roll(row, seed, 100)} < ${percent}`;
}

/**
 * Columns on top of the FROM clause before it. Each is worked out once a row: without the OFFSET the planner would put
 * the whole formula wherever the column is used.
 */
export function columns(definitions: Readonly<Record<string, string>>, name: string): string {
  const list = Object.entries(definitions).map(([column, formula]) => `${formula} AS "${column}"`);
  return `CROSS JOIN LATERAL (SELECT ${list.join(', ')} OFFSET 0) "${name}"`;
}

/** Of the number k. It grows with k, so that an index of millions is filled from end to end and not all over. */
export function previewId(kind: 'contact' | 'call'): string {
  return `'${kind}_' || lpad(to_hex(k), 8, '0') || left(md5('${kind}:' || k), 12)`;
}
