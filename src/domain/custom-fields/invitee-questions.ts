import { type Problem, unaskedQuestionType } from '#src/domain/field-errors.ts';
import type { InviteeAnswer, QuestionType } from './answer.ts';
import { type CustomField, filterableInputTypes, type InputType } from './custom-field.ts';

interface Question {
  readonly statement: string;
  readonly type: QuestionType;
}

/** The problem of an answer for which no question of its type is left. */
export function noQuestionProblem(index: number): Problem {
  return {
    path: ['inviteeQuestionAnswers', index, 'type'],
    code: 'unknown_value',
    message: unaskedQuestionType,
    asIs: true,
  };
}

/** Pairs each answer with the next question of its type. */
export function matchQuestions(
  questions: readonly Question[],
  answers: readonly Pick<InviteeAnswer, 'type' | 'answer'>[],
): { readonly answers: Omit<InviteeAnswer, 'id'>[] } | { readonly problem: Problem } {
  const open = [...questions];
  const matched = answers.map(({ type, answer }) => {
    const index = open.findIndex((question) => question.type === type);
    const [question] = index === -1 ? [] : open.splice(index, 1);
    return question && { statement: question.statement, type, answer };
  });
  const withoutQuestion = matched.indexOf(undefined);
  return withoutQuestion === -1
    ? { answers: matched.filter((each) => each !== undefined) }
    : { problem: noQuestionProblem(withoutQuestion) };
}

/** The questions of the booking form, shown as fields of CONTACT. These fields cannot be answered or changed. */
const inviteeQuestionFields: readonly CustomField[] = (
  [
    ['Email', 'invitee-email', 'EMAIL'],
    ['Phone number', 'invitee-phone-no', 'PHONE'],
    ['Name', 'invitee-name', 'TEXT'],
    ['First name', 'invitee-first-name', 'TEXT'],
    ['Last name', 'invitee-last-name', 'TEXT'],
  ] as const
).map(([name, identifier, inputType], index) => ({
  id: -1 - index,
  name,
  identifier,
  description: null,
  type: 'CONTACT',
  inputType,
  configuration: {},
  options: [],
  hidden: false,
  isSystemField: true,
  displayIndex: index,
  createdAt: '1970-01-01T00:00:00.000Z',
  updatedAt: '1970-01-01T00:00:00.000Z',
}));

/** No other field of any type may have these identifiers, because an identifier alone may name a field. */
export const reservedIdentifiers: ReadonlySet<string> = new Set(
  inviteeQuestionFields.map(({ identifier }) => identifier),
);

export interface FieldFilter {
  readonly inputTypes?: readonly InputType[];
  readonly hidden?: boolean;
  readonly searchWords?: readonly string[];
}

export function matchingInviteeQuestions({ inputTypes, hidden, searchWords = [] }: FieldFilter): CustomField[] {
  return inviteeQuestionFields.filter(({ name, identifier, inputType }) => {
    const text = `${name}\n${identifier}`.toLowerCase();
    return (
      hidden !== true &&
      (inputTypes?.includes(inputType) ?? true) &&
      searchWords.every((word) => text.includes(word.toLowerCase()))
    );
  });
}

/** The input types to filter by: undefined for no filter, an empty list when none can match. */
export function inputTypeFilter(inputTypes: readonly InputType[] | undefined, forFilters: boolean | undefined) {
  if (!forFilters) return inputTypes;
  return filterableInputTypes.filter((inputType) => inputTypes?.includes(inputType) ?? true);
}
