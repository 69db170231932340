/** The present fields of an input that differ from the record, or undefined for none: then there is nothing to write. */
export function changesOf<Fields extends object>(record: object, fields: Fields): Partial<Fields> | undefined {
  const stored = record as Readonly<Record<string, unknown>>;
  const changed = Object.entries(fields).filter(([name, value]) => value !== undefined && value !== stored[name]);
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<Fields>) : undefined;
}
