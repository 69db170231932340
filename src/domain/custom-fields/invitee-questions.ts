import { email, phoneNumber } from '#src/domain/input.ts';
import type { InviteeAnswer, QuestionType } from './answer.ts';

type Given = Pick<InviteeAnswer, 'type' | 'answer'>;
interface Asked {
  readonly statement: string;
  readonly type: QuestionType;
}

/** Each answer with the next question of its type; undefined where an answer has no question left to answer. */
export function matchQuestions(
  questions: readonly Asked[],
  answers: readonly Given[],
): Omit<InviteeAnswer, 'id'>[] | undefined {
  const left = [...questions];
  const matched = answers.map(({ type, answer }) => {
    const place = left.findIndex((question) => question.type === type);
    const [question] = place === -1 ? [] : left.splice(place, 1);
    return question && { statement: question.statement, type, answer };
  });
  const complete = matched.filter((each) => each !== undefined);
  return complete.length === answers.length ? complete : undefined;
}

/** What is wrong with an answer to a question of this type; undefined where nothing is. */
export function inviteeAnswerProblem({ type, answer }: Given): string | undefined {
  switch (type) {
    case 'EMAIL':
      return email().safeParse(answer).error?.issues[0]?.message;
    case 'PHONE_NO':
      return phoneNumber().safeParse(answer).error?.issues[0]?.message;
    case 'NAME':
    case 'FIRST_NAME':
    case 'LAST_NAME':
      return undefined;
  }
}
