import { checkAnswer } from '#src/domain/custom-fields/answer-rules.ts';
import type { InputType } from '#src/domain/custom-fields/custom-field.ts';
import { type CreatePublicBookingInput, createPublicBookingInput } from '#src/domain/event-calls/public-booking.ts';
import { detailsOf, type Problem } from '#src/domain/field-errors.ts';
import { problemsOf as issuesOf } from '#src/domain/zod-issues.ts';
import type { FormAnswers } from './answers.ts';
import type { BookingView } from './booking-view.ts';
import { typedGuests } from './guests.ts';
import { missingProblems, type Problems, problemsOf } from './messages.ts';
import { referrerOf, utmOf } from './params.ts';

/** Converts the form into the input of a booking, or returns its problems. */
export function checkForm(
  view: BookingView,
  answers: FormAnswers,
): { readonly input: CreatePublicBookingInput } | { readonly problems: Problems } {
  const { params, visitor, formats, event } = view;
  const guests = view.asksGuests ? typedGuests(params.all) : [];
  const missing = missingProblems(answers, visitor.texts);
  if (missing) return { problems: missing };
  const wrong = answerErrors(event, answers);
  const parsed = createPublicBookingInput.safeParse({
    ...answers.input,
    linkPrefix: event.linkPrefix,
    email: answers.input.email ?? addressOfType(answers, 'EMAIL'),
    phoneNumber: addressOfType(answers, 'PHONE_NO'),
    dateTime: new Date(params.dateTime ?? Date.UTC(2000)).toISOString(),
    timeZone: formats.timeZone,
    language: visitor.language,
    guests,
    utm: utmOf(params),
    referrer: referrerOf(params),
  });
  if (parsed.success && wrong.length === 0) return { input: parsed.data };
  const details = detailsOf([...issuesOf(parsed.error?.issues ?? []), ...wrong]);
  return {
    problems: problemsOf({ status: 400, code: 'VALIDATION_FAILED', details, rate: undefined }, answers, {
      texts: visitor.texts,
      guests,
    }),
  };
}

/** The problems of custom field answers. Booking would report them too, but only if everything else is right. */
function answerErrors({ secondaryQuestions }: BookingView['event'], { input }: FormAnswers): Problem[] {
  return input.secondaryQuestionsAnswer.flatMap(({ identifier, answer }, index) => {
    const question = secondaryQuestions.find((each) => each.identifier === identifier);
    if (!question) return [];
    const options = question.options.map((name, id) => ({ id: -1 - id, name, isArchived: false }));
    const inputType = question.inputType as InputType;
    const field = { ...question, id: 0, type: 'CALL' as const, inputType, options };
    const checked = checkAnswer(field, answer, new Set());
    if (!('problem' in checked)) return [];
    return [{ ...checked.problem, path: ['secondaryQuestionsAnswer', index, 'answer'] }];
  });
}

/** Finds the address of the booking: for `createPublicBooking`, answers to questions are only answers. */
function addressOfType({ input }: FormAnswers, type: 'EMAIL' | 'PHONE_NO'): string | undefined {
  return input.inviteeQuestionAnswers.find((each) => each.type === type)?.answer;
}
