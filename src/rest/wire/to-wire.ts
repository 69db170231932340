import type { WireFormat } from '#src/graphql/rest-endpoint.ts';
import { jsonNumber } from '#src/lib/decimal.ts';

/**
 * Renames and converts the keys that have another name or type in `/v1`, in every record of a value. It modifies the value in
 * place, because copying each record of a page would cost a tenth of the request; so the caller must own it.
 */
export function wireWriter(format: WireFormat): (value: unknown) => unknown {
  // A Map, because keys come from users too: `constructor` would be found in a plain object.
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
      else if (fields.get(key)?.type === 'number') record[key] = jsonNumber(String(item));
    }
    return renames ? renamed(record, fields) : record;
  };
}

/** Creates a new record only if a key is renamed, to preserve the order of the keys. */
function renamed(record: Record<string, unknown>, fields: ReadonlyMap<string, { name?: string }>) {
  const keys = Object.keys(record);
  if (!keys.some((key) => fields.get(key)?.name !== undefined)) return record;
  return Object.fromEntries(keys.map((key) => [fields.get(key)?.name ?? key, record[key]]));
}
