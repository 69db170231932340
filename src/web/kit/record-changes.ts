/** The fields of a form, and what is sent for them: both have the same names. */
export type Fields = Readonly<Record<string, unknown>>;

/** How a form reads what is stored, and what it sends. */
export interface Shape<Stored, Values extends Fields, Input extends Fields> {
  readonly valuesOf: (stored: Stored) => Values;
  /** Has all fields of the values. */
  readonly inputOf: (values: Values) => Input;
}

/** Fields that become others. What was left alone is not sent, so it stays as it is. */
export function changesOf<Input extends Fields>(base: Input, input: Input): Partial<Input> {
  return pick(input, (name) => !isSame(base[name], input[name]));
}

/** The changed fields that became something else elsewhere meanwhile. */
export function conflictsOf(base: Fields, stored: Fields, changes: Fields): readonly string[] {
  return Object.keys(changes).filter(
    (name) => !isSame(base[name], stored[name]) && !isSame(stored[name], changes[name]),
  );
}

/** What the form shows once something else is stored: the fields of who types stay, the others follow. */
export function merged<Stored, Values extends Fields, Input extends Fields>(
  { valuesOf, inputOf }: Shape<Stored, Values, Input>,
  form: { readonly values: Values; readonly base: Input },
  now: Stored,
): { readonly values: Values; readonly base: Input } {
  const fresh = valuesOf(now);
  const stored = inputOf(fresh);
  const input = inputOf(form.values);
  const changes = changesOf(form.base, input);
  const follows = (name: string) => !(name in changes) || isSame(stored[name], input[name]);
  return {
    values: { ...form.values, ...pick(fresh, follows) },
    base: { ...form.base, ...pick(stored, follows) },
  };
}

export function pick<Of extends Fields>(of: Of, isPicked: (name: string) => boolean): Partial<Of> {
  return Object.fromEntries(Object.entries(of).filter(([name]) => isPicked(name))) as Partial<Of>;
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
