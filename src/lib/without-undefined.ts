/** The fields that have a value, null included. */
export function withoutUndefined<Fields extends object>(fields: Fields): Partial<Fields> {
  const present: Partial<Fields> = {};
  for (const name in fields) if (fields[name] !== undefined) present[name] = fields[name];
  return present;
}
