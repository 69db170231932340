import { comparableText } from '#src/lib/comparable-text.ts';
import type { FormField } from './form-fields.ts';

const chosenTypes: ReadonlySet<string> = new Set(['SINGLE_SELECT', 'MULTIPLE_SELECT', 'RADIO_BUTTON', 'CHECK_BOX']);

/** The options that an answer can be, by name; undefined for a field whose answers are typed. */
export function ruleOptions(field: FormField | undefined): readonly string[] | undefined {
  if (!field || !chosenTypes.has(field.inputType)) return undefined;
  return field.options.filter(({ isArchived }) => !isArchived).map(({ name }) => name);
}

/** The option that a value of a rule names, as the server compares them. */
export function optionNamed(options: readonly string[], value: string): string | undefined {
  return options.find((option) => comparableText(option) === comparableText(value));
}
