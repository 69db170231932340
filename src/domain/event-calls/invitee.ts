import type { Contact } from '#src/domain/contacts/contact.ts';
import type { InviteeAnswer, QuestionType } from '#src/domain/custom-fields/answer.ts';
import { noQuestionProblem } from '#src/domain/custom-fields/invitee-questions.ts';
import type { Problem } from '#src/domain/field-errors.ts';

interface InviteeInput {
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly inviteeQuestionAnswers: readonly Pick<InviteeAnswer, 'type' | 'answer'>[];
}

/** The invitee, as far as the request describes them. */
export interface Invitee {
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly email: string | undefined;
  readonly phoneNumber: string | undefined;
}

/** The invitee of a request: its own fields first, then the first answer of each type. */
export function inviteeOf({ inviteeQuestionAnswers, ...fields }: InviteeInput): Invitee {
  const answered = (type: QuestionType) => inviteeQuestionAnswers.find((answer) => answer.type === type)?.answer;
  const [first, ...rest] = answered('NAME')?.trim().split(/\s+/) ?? [];
  return {
    firstName: cut(fields.firstName) ?? cut(answered('FIRST_NAME') ?? first),
    lastName: cut(fields.lastName) ?? cut(answered('LAST_NAME') ?? (rest.join(' ') || undefined)),
    email: fields.email ?? answered('EMAIL'),
    phoneNumber: fields.phoneNumber ?? answered('PHONE_NO'),
  };
}

/** A name of a contact has 100 characters at most, an answer 255. The cut must not leave half of a surrogate pair. */
function cut(name: string | undefined): string | undefined {
  return (
    name
      ?.trim()
      .slice(0, 100)
      .replace(/\p{Surrogate}$/u, '') || undefined
  );
}

/** Completes the invitee of a request with the contact's data. */
export function withContact(invitee: Invitee, contact: Pick<Contact, keyof Invitee> | undefined): Invitee {
  const isNamed = fullName(invitee) !== '';
  return {
    firstName: isNamed ? invitee.firstName : (contact?.firstName ?? undefined),
    lastName: isNamed ? invitee.lastName : (contact?.lastName ?? undefined),
    email: invitee.email ?? contact?.email ?? undefined,
    phoneNumber: invitee.phoneNumber ?? contact?.phoneNumber ?? undefined,
  };
}

/** The invitee's columns of a call. */
export function inviteeColumns(invitee: Invitee) {
  const { email = null, phoneNumber = null } = invitee;
  return { inviteeName: fullName(invitee) || email || phoneNumber || '', inviteeEmail: email, phoneNumber };
}

function fullName({ firstName, lastName }: Pick<Invitee, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ').trim();
}

interface Question {
  readonly statement: string;
  readonly type: QuestionType;
  readonly required: boolean;
}

type Answer = Omit<InviteeAnswer, 'id'>;

/**
 * Assigns to each question of the form the next answer of its type. Without one, the first question of a type gets the value of
 * the invitee's own field.
 */
export function answersToQuestions(
  questions: readonly Question[],
  { input, invitee }: { readonly input: readonly Pick<InviteeAnswer, 'type' | 'answer'>[]; readonly invitee: Invitee },
): { readonly answers: Answer[] } | { readonly problem: Problem } {
  const left = [...input];
  const seen = new Set<QuestionType>();
  const answers: Answer[] = [];
  let unanswered: string | undefined;
  for (const { statement, type, required } of questions) {
    const index = left.findIndex((answer) => answer.type === type);
    const [found] = index === -1 ? [] : left.splice(index, 1);
    const answer = found?.answer ?? (seen.has(type) ? undefined : ownAnswer(type, invitee));
    seen.add(type);
    if (answer) answers.push({ statement, type, answer });
    else if (required) unanswered ??= statement;
  }
  const [withoutQuestion] = left;
  if (withoutQuestion) return { problem: noQuestionProblem(input.indexOf(withoutQuestion)) };
  if (unanswered === undefined) return { answers };
  const message = `Must answer the question: ${unanswered}`;
  return { problem: { path: ['inviteeQuestionAnswers'], code: 'required', message } };
}

/** The invitee's own field that answers a question of this type. */
export function ownAnswer(type: QuestionType, invitee: Invitee): string | undefined {
  switch (type) {
    case 'EMAIL':
      return invitee.email;
    case 'PHONE_NO':
      return invitee.phoneNumber;
    case 'NAME':
      return fullName(invitee) || undefined;
    case 'FIRST_NAME':
      return invitee.firstName;
    case 'LAST_NAME':
      return invitee.lastName;
  }
}
