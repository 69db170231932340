import { isEqual } from '#src/lib/is-equal.ts';

/** The present fields of an input that differ from the record; undefined if none does, so that nothing is written. */
export function changesOf<Fields extends object>(record: object, fields: Fields): Partial<Fields> | undefined {
  const stored = record as Readonly<Record<string, unknown>>;
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !isEqual(value, stored[name]),
  );
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<Fields>) : undefined;
}

/** The earlier values of the fields that an update changed in the record, as `previous` of its event. */
export function earlierValues(before: object, after: object): object {
  const now = after as Readonly<Record<string, unknown>>;
  const fields = Object.entries(before);
  return Object.fromEntries(fields.filter(([name, value]) => name !== 'updatedAt' && !isEqual(value, now[name])));
}

/** The earlier values of the fields that an update names, as `previous` of its event. */
export function previousOf(record: object, changes: object): object {
  const stored = record as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.keys(changes).map((name) => [name, stored[name]]));
}
