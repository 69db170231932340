import { useQuery } from 'urql';
import { type FormFieldFragment, FormFieldsDocument, type InviteeQuestionType } from '../../../gql/event.ts';
import { optionsOf } from '../../../kit/options.ts';

export const questionTypeOptions = optionsOf<InviteeQuestionType>({
  NAME: 'Name',
  FIRST_NAME: 'First name',
  LAST_NAME: 'Last name',
  EMAIL: 'Email',
  PHONE_NO: 'Phone number',
});

export type FormField = FormFieldFragment;

/** The custom fields of contacts, then those of calls, and hidden ones among them. */
export function useAllFields(): readonly FormField[] {
  const [{ data }] = useQuery({ query: FormFieldsDocument });
  return [...(data?.contactFields?.data ?? []), ...(data?.callFields?.data ?? [])];
}

/** The custom fields that a booking form can ask. */
export function useFormFields(): readonly FormField[] {
  return useAllFields().filter(({ hidden }) => !hidden);
}
