export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

/** The choices of a select, in the order of their titles. */
export function optionsOf<Value extends string>(titles: Readonly<Record<Value, string>>): Option<Value>[] {
  return Object.entries<string>(titles).map(([value, label]) => ({ value: value as Value, label }));
}
