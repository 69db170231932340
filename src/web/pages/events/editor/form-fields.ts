import { useQuery } from 'urql';
import {
  type AnswerOperator,
  type FormFieldFragment,
  FormFieldsDocument,
  type InviteeQuestionType,
} from '../../../gql/event.ts';
import { maxFields } from '../../../gql/limits.ts';
import { optionsOf } from '../../../kit/options.ts';

export const questionTypeOptions = optionsOf<InviteeQuestionType>({
  NAME: 'Name',
  FIRST_NAME: 'First name',
  LAST_NAME: 'Last name',
  EMAIL: 'Email',
  PHONE_NO: 'Phone number',
});

export type FormField = FormFieldFragment;

export const operatorOptions = optionsOf<AnswerOperator>({ EQUALS: 'is one of', CONTAINS: 'contains one of' });

/** The limit of the query. */
const pageSize = 100;
const maxPages = maxFields / pageSize;

/** All custom fields of contacts and calls, also hidden ones. Undefined until every page is read. */
export function useAllFields(page = 0, isNeeded = true): readonly FormField[] | undefined {
  const [{ data }] = useQuery({ query: FormFieldsDocument, variables: { page }, pause: !isNeeded });
  const { contactFields, callFields } = data ?? {};
  const hasMore = isNeeded && Boolean(contactFields?.hasMore || callFields?.hasMore);
  // biome-ignore lint/correctness/useHookAtTopLevel: the number of pages is constant, and with it the number of hooks.
  const others = page + 1 < maxPages ? useAllFields(page + 1, hasMore) : [];
  if (!isNeeded) return [];
  return data && others && [...(contactFields?.data ?? []), ...(callFields?.data ?? []), ...others];
}
