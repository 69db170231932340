import type { EventSettingsFragment, UpdateEventInput } from '../../../gql/event.ts';

export type EventInput = Omit<UpdateEventInput, 'id'>;

/** The fields of a section of the form, by the names that the input has too. */
export type Fields = { readonly [Name in keyof EventInput]?: unknown };

/** How a section reads an event, and what it writes. */
export interface Section<Values extends Fields> {
  readonly valuesOf: (event: EventSettingsFragment) => Values;
  /** Has all fields of the values. */
  readonly inputOf: (values: Values) => EventInput;
}

/** Fields that become others. What was left alone is not sent, so it stays as it is. */
export function changesOf(base: EventInput, input: EventInput): EventInput {
  return pick(input, (name) => !isSame(base[name], input[name]));
}

/** The changed fields that became something else elsewhere meanwhile. */
export function conflictsOf(base: EventInput, stored: EventInput, changes: EventInput): readonly (keyof EventInput)[] {
  return namesOf(changes).filter((name) => !isSame(base[name], stored[name]) && !isSame(stored[name], changes[name]));
}

/** What the form shows of an event that became another: the fields of who types stay, the others follow. */
export function merged<Values extends Fields>(
  { valuesOf, inputOf }: Section<Values>,
  form: { readonly values: Values; readonly base: EventInput },
  event: EventSettingsFragment,
): { readonly values: Values; readonly base: EventInput } {
  const fresh = valuesOf(event);
  const stored = inputOf(fresh);
  const input = inputOf(form.values);
  const changes = changesOf(form.base, input);
  const follows = (name: keyof EventInput) => !(name in changes) || isSame(stored[name], input[name]);
  return {
    values: { ...form.values, ...pick(fresh as EventInput, follows) },
    base: { ...form.base, ...pick(stored, follows) },
  };
}

export function pick<Of extends EventInput>(of: Of, isPicked: (name: keyof EventInput) => boolean): Partial<Of> {
  return Object.fromEntries(namesOf(of).flatMap((name) => (isPicked(name) ? [[name, of[name]]] : []))) as Partial<Of>;
}

export function namesOf(of: EventInput): (keyof EventInput)[] {
  return Object.keys(of) as (keyof EventInput)[];
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
