import type { WireFormat } from '#src/graphql/rest-endpoint.ts';

/**
 * Tells a value as `/v1` does: keys that have another name or type there are changed, in whatever record they stand.
 * The value is changed in place, so it must be the caller's own, as the result of an operation is: making each record
 * of a page anew would cost a tenth of the request.
 */
export function wireWriter(format: WireFormat): (value: unknown) => unknown {
  // A Map, because a key may be that of an answer: `constructor` is no name of the format.
  const fields = new Map(Object.entries(format));
  const renames = [...fields].some(([, { name }]) => name !== undefined);
  return function write(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) value[index] = write(value[index]);
      return value;
    }
    const record = value as Record<string, unknown>;
    for (const key of Object.keys(record)) {
      const item = record[key];
      if (typeof item === 'object') record[key] = write(item);
      else if (fields.get(key)?.type === 'number') record[key] = Number(item);
    }
    return renames ? renamed(record, fields) : record;
  };
}

/** Made anew only where a key is renamed, so that the order of the keys stays. */
function renamed(record: Record<string, unknown>, fields: ReadonlyMap<string, { name?: string }>) {
  const keys = Object.keys(record);
  if (!keys.some((key) => fields.get(key)?.name !== undefined)) return record;
  return Object.fromEntries(keys.map((key) => [fields.get(key)?.name ?? key, record[key]]));
}
