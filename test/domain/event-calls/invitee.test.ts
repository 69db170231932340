import { describe, expect, test } from 'vitest';
import { matchQuestions } from '#src/domain/custom-fields/invitee-questions.ts';
import {
  answersToQuestions,
  type Invitee,
  inviteeColumns,
  inviteeOf,
  ownAnswer,
  withContact,
} from '#src/domain/event-calls/invitee.ts';
import { unaskedQuestionType } from '#src/domain/field-errors.ts';

const answer = (type: 'EMAIL' | 'PHONE_NO' | 'NAME' | 'FIRST_NAME' | 'LAST_NAME', text: string) => ({
  ...{ type, answer: text },
});
const nobody: Invitee = { firstName: undefined, lastName: undefined, email: undefined, phoneNumber: undefined };
const ada: Invitee = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phoneNumber: '+4915112345678',
};

describe('the invitee of a request', () => {
  const of = (fields: Partial<Invitee>, ...answers: ReturnType<typeof answer>[]) =>
    inviteeOf({ ...fields, inviteeQuestionAnswers: answers });

  test('is named by its fields, before any answer', () => {
    const answers = [answer('EMAIL', 'b@example.com'), answer('PHONE_NO', '+1'), answer('NAME', 'Bob Bee')];
    expect(of(ada, ...answers, answer('FIRST_NAME', 'B'), answer('LAST_NAME', 'C'))).toEqual(ada);
  });

  test('is named by the first answer of each type where there is no field', () => {
    const answers = [
      ...[answer('EMAIL', 'ada@example.com'), answer('EMAIL', 'second@example.com')],
      ...[answer('PHONE_NO', '+4915112345678'), answer('FIRST_NAME', 'Ada'), answer('LAST_NAME', 'Lovelace')],
    ];
    expect(of({}, ...answers)).toEqual(ada);
    expect(of({}, answer('NAME', 'Bob Bee'), ...answers)).toEqual(ada);
    expect(of({})).toEqual(nobody);
  });

  test.each([
    ['Ada', 'Ada', undefined],
    ['  Ada   King  of\tLovelace ', 'Ada', 'King of Lovelace'],
    ['   ', undefined, undefined],
  ])('is named by the words of a whole name: %j', (name, firstName, lastName) => {
    expect(of({}, answer('NAME', name))).toEqual({ ...nobody, firstName, lastName });
  });

  test('has names of a hundred characters, and no half of one', () => {
    const long = `${'x'.repeat(99)}😀`;
    expect(of({ firstName: ` ${'x'.repeat(101)} `, lastName: long })).toMatchObject({
      firstName: 'x'.repeat(100),
      lastName: 'x'.repeat(99),
    });
    expect(of({ firstName: `${'x'.repeat(98)}😀`, lastName: 'x'.repeat(100) })).toMatchObject({
      firstName: `${'x'.repeat(98)}😀`,
      lastName: 'x'.repeat(100),
    });
    expect(of({ firstName: '😀x' }).firstName).toBe('😀x');
  });

  test('is named by an answer where the field is blank', () => {
    expect(of({ firstName: ' ', lastName: '' }, answer('FIRST_NAME', 'Ada'), answer('LAST_NAME', 'King'))).toEqual({
      ...nobody,
      ...{ firstName: 'Ada', lastName: 'King' },
    });
  });
});

describe('what is known of the contact', () => {
  const contact = { firstName: 'Known', lastName: 'Contact', email: 'known@example.com', phoneNumber: '+1415' };

  test('fills in what a request leaves out, names only where it has none of them', () => {
    expect(withContact(nobody, contact)).toEqual(contact);
    expect(withContact({ ...nobody, firstName: 'Ada' }, contact)).toEqual({
      ...contact,
      firstName: 'Ada',
      lastName: undefined,
    });
    expect(withContact({ ...nobody, lastName: 'King' }, contact)).toEqual({
      ...contact,
      firstName: undefined,
      lastName: 'King',
    });
    expect(withContact(ada, contact)).toEqual(ada);
  });

  test('may be nothing', () => {
    const empty = { firstName: null, lastName: null, email: null, phoneNumber: null };
    expect(withContact(nobody, empty)).toEqual(nobody);
    expect(withContact(nobody, undefined)).toEqual(nobody);
  });
});

test.each([
  [ada, 'Ada Lovelace'],
  [{ ...ada, lastName: undefined }, 'Ada'],
  [{ ...ada, firstName: '' }, 'Lovelace'],
  [{ ...nobody, email: 'ada@example.com', phoneNumber: '+1415' }, 'ada@example.com'],
  [{ ...nobody, phoneNumber: '+1415' }, '+1415'],
  [nobody, ''],
])('a call shows %j as %j', (invitee, inviteeName) => {
  const { email = null, phoneNumber = null } = invitee;
  expect(inviteeColumns(invitee)).toEqual({ inviteeName, inviteeEmail: email, phoneNumber });
});

test('the own fields answer the question of their type', () => {
  const types = ['EMAIL', 'PHONE_NO', 'NAME', 'FIRST_NAME', 'LAST_NAME'] as const;
  const answers = types.map((type) => ownAnswer(type, ada));
  expect(answers).toEqual(['ada@example.com', '+4915112345678', 'Ada Lovelace', 'Ada', 'Lovelace']);
  expect(types.map((type) => ownAnswer(type, nobody))).toEqual(types.map(() => undefined));
});

const question = (statement: string, type: 'EMAIL' | 'PHONE_NO' | 'NAME', required = true) => ({
  ...{ statement, type, required },
});
const unasked = (index: number) => ({
  problem: {
    path: ['inviteeQuestionAnswers', index, 'type'],
    code: 'unknown_value',
    message: unaskedQuestionType,
    asIs: true,
  },
});

describe('the questions of a form', () => {
  const questions = [
    question('Mail?', 'EMAIL'),
    question('Other mail?', 'EMAIL', false),
    question('Phone?', 'PHONE_NO'),
  ];
  const answered = (input: ReturnType<typeof answer>[], invitee: Invitee) =>
    answersToQuestions(questions, { input, invitee });

  test('get the next answer of their type each, and the first of a type what the invitee says', () => {
    const [one, two] = [answer('EMAIL', 'one@example.com'), answer('EMAIL', 'two@example.com')];
    const phone = { statement: 'Phone?', ...answer('PHONE_NO', '+1415') };
    expect(answered([answer('PHONE_NO', '+1415'), two, one], ada)).toEqual({
      answers: [{ statement: 'Mail?', ...two }, { statement: 'Other mail?', ...one }, phone],
    });
    expect(answered([], ada)).toEqual({
      answers: [
        { statement: 'Mail?', ...answer('EMAIL', 'ada@example.com') },
        { statement: 'Phone?', ...answer('PHONE_NO', '+4915112345678') },
      ],
    });
  });

  test('must be answered where they are required, of which the first is named', () => {
    const problem = (statement: string) => ({
      problem: {
        path: ['inviteeQuestionAnswers'],
        code: 'required',
        message: `Must answer the question: ${statement}`,
      },
    });
    expect(answered([], nobody)).toEqual(problem('Mail?'));
    expect(answered([answer('EMAIL', 'a@example.com')], nobody)).toEqual(problem('Phone?'));
    expect(answered([answer('EMAIL', '')], { ...ada, email: undefined })).toEqual(problem('Mail?'));
  });

  test('are all that is answered: the first answer without one is named, before a question without answer', () => {
    const mails = ['a', 'b', 'c', 'd'].map((name) => answer('EMAIL', `${name}@example.com`));
    expect(answered(mails, nobody)).toEqual(unasked(2));
    expect(answered([answer('NAME', 'Ada')], ada)).toEqual(unasked(0));
  });
});

describe('the answers of a lead', () => {
  const questions = [question('Mail?', 'EMAIL'), question('Phone?', 'PHONE_NO'), question('Other mail?', 'EMAIL')];
  const [one, two, phone] = [answer('EMAIL', 'a@b.co'), answer('EMAIL', 'c@d.co'), answer('PHONE_NO', '+1415')];

  test('belong to the next question of their type each, in the order of the answers', () => {
    expect(matchQuestions(questions, [phone, one, two])).toEqual({
      answers: [
        { statement: 'Phone?', ...phone },
        { statement: 'Mail?', ...one },
        { statement: 'Other mail?', ...two },
      ],
    });
    expect(matchQuestions(questions, [])).toEqual({ answers: [] });
  });

  test('may be none of a type that is not asked any more', () => {
    expect(matchQuestions(questions, [phone, answer('NAME', 'Ada'), phone])).toEqual(unasked(1));
    expect(matchQuestions(questions, [phone, phone])).toEqual(unasked(1));
  });
});
