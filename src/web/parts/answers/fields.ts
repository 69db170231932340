import { useQuery } from 'urql';
import type { Problem } from '../../app/problem.ts';
import { type AnswerableFieldFragment, ContactFieldsDocument, type ContactFieldsQuery } from '../../gql/answers.ts';
import { memberName } from '../members.ts';

export type Field = AnswerableFieldFragment;

/** A member whom an answer can name. */
export interface MemberChoice {
  readonly value: string;
  readonly label: string;
}

export interface ContactFields {
  /** By their place; the stage is one of them. */
  readonly fields: readonly Field[];
  readonly stage: Field | undefined;
  readonly members: readonly MemberChoice[];
}

/** The custom fields of contacts, and the members: undefined until they are there. */
export function useContactFields(): ContactFields | undefined {
  return useContactFieldsQuery().fields;
}

/** The same, with the query for what goes wrong and for another try. */
export function useContactFieldsQuery() {
  const query = useQuery({ query: ContactFieldsDocument, requestPolicy: 'cache-and-network' });
  const [{ data }] = query;
  return { fields: data && fieldsOf(data), query };
}

function fieldsOf(data: ContactFieldsQuery): ContactFields {
  const fields = data.customFields?.data ?? [];
  return {
    fields,
    stage: fields.find(({ id }) => id === data.contactStage?.id),
    members: (data.users?.users ?? []).map((member) => ({ value: String(member.id), label: memberName(member) })),
  };
}

/** Options that can be chosen: archived ones only where the answer has them already. */
export function optionsOf({ options }: Field, answer: readonly string[]): string[] {
  return options.filter(({ name, isArchived }) => !isArchived || answer.includes(name)).map(({ name }) => name);
}

export function hasTime({ configuration: { dateType, includedTime } }: Field): boolean {
  return includedTime ?? dateType === 'dateTime';
}

/** What the server says of the answer, or of one of its items. */
export function answerProblem(problem: Problem | undefined): string | undefined {
  return Object.entries(problem?.fields ?? {}).find(([path]) => path.startsWith('answer'))?.[1];
}
