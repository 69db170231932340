import { useQuery } from 'urql';
import { FormFieldsDocument, type FormFieldsQuery } from '../../../gql/event.ts';

export type FormField = NonNullable<FormFieldsQuery['contactFields']>['data'][number];

/** The custom fields that a booking form can ask: those of contacts, then those of calls. */
export function useFormFields(): readonly FormField[] {
  const [{ data }] = useQuery({ query: FormFieldsDocument });
  return [...(data?.contactFields?.data ?? []), ...(data?.callFields?.data ?? [])];
}
