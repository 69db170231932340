import { useQuery } from 'urql';
import { FormFieldsDocument, type FormFieldsQuery, type InviteeQuestionType } from '../../../gql/event.ts';
import { optionsOf } from '../../../kit/options.ts';

export const questionTypeOptions = optionsOf<InviteeQuestionType>({
  NAME: 'Name',
  FIRST_NAME: 'First name',
  LAST_NAME: 'Last name',
  EMAIL: 'Email',
  PHONE_NO: 'Phone number',
});

export type FormField = NonNullable<FormFieldsQuery['contactFields']>['data'][number];

/** The custom fields that a booking form can ask: those of contacts, then those of calls. */
export function useFormFields(): readonly FormField[] {
  const [{ data }] = useQuery({ query: FormFieldsDocument });
  return [...(data?.contactFields?.data ?? []), ...(data?.callFields?.data ?? [])];
}
