import { describe, expect, test } from 'vitest';
import { DomainError, invalidInput } from '#src/domain/errors.ts';
import type { FormAnswers } from '#src/site/booking/answers.ts';
import type { Control, FormField } from '#src/site/booking/fields.ts';
import { Formats } from '#src/site/booking/formats.ts';
import { problemsOf } from '#src/site/booking/messages.ts';
import { texts as textsByLanguage } from '#src/site/booking/texts/by-language.ts';

const texts = textsByLanguage.en;
const page = { texts, formats: new Formats('en', 'UTC') };

const field = (
  name: string,
  asks: FormField['asks'],
  control: Control = { kind: 'line', type: 'text' },
): FormField => ({
  ...{ name, label: name, required: true, maxLength: 255, autocomplete: 'off', asks, control },
});
const line = (type: 'email' | 'tel' | 'url' | 'date') => ({ kind: 'line', type }) as const;
const [email, phone, name, other] = [
  field('email', { type: 'EMAIL' }, line('email')),
  field('phoneNumber', { type: 'PHONE_NO' }, line('tel')),
  field('name', { type: 'NAME' }),
  field('name.2', { type: 'NAME' }),
];
const [link, goal] = [
  field('answer.link', { identifier: 'link', inputType: 'URL' }, line('url')),
  field('answer.goal', { identifier: 'goal', inputType: 'TEXT' }),
];
const answers: FormAnswers = {
  input: { inviteeQuestionAnswers: [], secondaryQuestionsAnswer: [] },
  fields: [name, email, phone, other, link, goal],
  inviteeFields: [name, other],
  customFields: [link, goal],
  missing: [],
  phones: new Map([['phoneNumber', { country: 'AU', likely: ['AU'], awaitsCheck: false, listsAll: true }]]),
};
const phoneError = texts.phoneError('0412 345 678');

type Refused = Omit<Parameters<typeof invalidInput>[0][number], 'message'>;

function refusedBy(problems: readonly Refused[], form = answers) {
  return problemsOf(invalidInput(problems.map((each) => ({ ...each, message: 'Refused' }))), form, page);
}

describe('an error of a form', () => {
  test.each([
    [['email'], 'invalid_format', 'email', texts.emailError],
    [['email'], 'invalid_characters', 'email', texts.emailLocalPartError],
    [['email'], 'limit_reached', 'email', texts.limitReached],
    [['phoneNumber'], 'invalid_format', 'phoneNumber', phoneError],
    [['phoneNumber'], 'limit_reached', 'phoneNumber', texts.limitReached],
    [['inviteeQuestionAnswers', 0, 'answer'], 'invalid_characters', 'name', texts.errors.invalid_characters],
    [['inviteeQuestionAnswers', 1, 'answer'], 'too_long', 'name.2', texts.errors.too_long],
    [['inviteeQuestionAnswers', 1], 'required', 'name.2', texts.errors.required],
    [['secondaryQuestionsAnswer', 0, 'answer'], 'invalid_format', 'answer.link', texts.linkError],
    [['secondaryQuestionsAnswer', 1, 'answer', 0], 'too_long', 'answer.goal', texts.errors.too_long],
  ] as const)('at %j with the code %s is told at the field %s', (path, code, at, text) => {
    expect(refusedBy([{ path, code }])).toEqual({
      status: 400,
      messages: { [at]: text ?? texts.errors.invalid },
      whole: texts.fixErrors,
    });
  });

  test('is told at each field, and the form has changed where one of them has no field', () => {
    const errors = [
      { path: ['phoneNumber'], code: 'invalid_format' },
      { path: ['secondaryQuestionsAnswer', 2, 'answer'], code: 'invalid_format' },
    ] as const;
    expect(refusedBy(errors)).toMatchObject({ messages: { phoneNumber: phoneError }, whole: texts.changedForm });
  });

  test('is that an address is needed, at its field where the form has one', () => {
    const errors = [{ path: ['email'], code: 'required' }] as const;
    expect(refusedBy(errors)).toMatchObject({ messages: { email: texts.errors.required }, whole: texts.needsEmail });
    const ofPhone = { ...answers, fields: [phone] };
    expect(refusedBy(errors, ofPhone)).toMatchObject({ messages: {}, whole: texts.needsEmail });
  });

  test.each([
    ['out_of_range', texts.past],
    ['conflict', texts.sameTime],
    ['invalid_state', texts.notOpen],
  ] as const)('at the time with the code %s is told above the form', (code, whole) => {
    expect(refusedBy([{ path: ['dateTime'], code }])).toMatchObject({ messages: {}, whole });
  });
});

test.each([
  [1, texts.tooMany(1)],
  [119, texts.tooMany(119)],
  [120, texts.tooManyBookings('2 minutes')],
  [121, texts.tooManyBookings('3 minutes')],
])('whoever waits %d s is told so in words', (retryAfterSeconds, whole) => {
  const error = new DomainError('RATE_LIMIT_EXCEEDED', {
    rate: { allowed: false, limit: 1, remaining: 0, resetAt: 0, retryAfterSeconds },
  });
  expect(problemsOf(error, answers, page)).toMatchObject({ messages: {}, whole });
});
