import type { WireFormat } from '#src/graphql/rest-endpoint.ts';

/** A value as `/v1` tells it: keys that have another name or type there are changed, in whatever record they stand. */
export function toWire(value: unknown, format: WireFormat): unknown {
  if (Array.isArray(value)) return value.map((item) => toWire(item, format));
  if (typeof value !== 'object' || value === null) return value;
  const wired: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const field = format[key];
    wired[field?.name ?? key] = field?.type === 'number' && item !== null ? Number(item) : toWire(item, format);
  }
  return wired;
}
