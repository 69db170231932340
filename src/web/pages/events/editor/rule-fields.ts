import { useQuery } from 'urql';
import { type FormFieldFragment, FormFieldsDocument } from '../../../gql/event.ts';

export type RuleField = FormFieldFragment;

/** The custom fields that a rule can look at, with their options, also hidden ones; undefined until they are loaded. */
export function useRuleFields(): readonly RuleField[] | undefined {
  const [{ data }] = useQuery({ query: FormFieldsDocument });
  return data && [...(data.contactFields?.data ?? []), ...(data.callFields?.data ?? [])];
}

const chosenTypes: ReadonlySet<string> = new Set(['SINGLE_SELECT', 'MULTIPLE_SELECT', 'RADIO_BUTTON', 'CHECK_BOX']);

/** The options that an answer can be, by name; undefined for a field whose answers are typed. */
export function ruleOptions(field: RuleField | undefined): readonly string[] | undefined {
  if (!field || !chosenTypes.has(field.inputType)) return undefined;
  return field.options.filter(({ isArchived }) => !isArchived).map(({ name }) => name);
}
