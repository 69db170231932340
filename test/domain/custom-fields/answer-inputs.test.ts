import { describe, expect, test } from 'vitest';
import {
  answerCustomFieldInput,
  answerInBulkInput,
  inviteeAnswersInput,
  inviteeQuestionAnswer,
} from '#src/domain/custom-fields/answer.ts';
import { checkAnswer, possibleUserIds } from '#src/domain/custom-fields/answer-rules.ts';
import { answeredField } from '../../support/answered-fields.ts';
import { problemsIn } from '../../support/problems.ts';

const oneField = ' exactly_one Exactly one of customFieldId and identifier is required';
const oneTarget = ' exactly_one Exactly one of contactId, eventCallId, dealId, eventId and userId is required';

describe('an answer', () => {
  const answer = ['x'];

  test.each(['contactId', 'eventCallId', 'dealId', 'eventId', 'userId'])('of the record that %s names', (target) => {
    expect(problemsIn(answerCustomFieldInput, { customFieldId: 1, [target]: 1, answer })).toEqual([]);
    const other = target === 'dealId' ? 'eventId' : 'dealId';
    expect(problemsIn(answerCustomFieldInput, { customFieldId: 1, [target]: 1, [other]: 1, answer })).toEqual([
      oneTarget,
    ]);
    expect(problemsIn(answerCustomFieldInput, { customFieldId: 1, [target]: 0, answer })).toEqual([
      `${target} too_small Must be at least 1`,
    ]);
  });

  test('names one field and one record, and says what it is', () => {
    expect(problemsIn(answerCustomFieldInput, { identifier: 'a', dealId: 1, answer: [] })).toEqual([]);
    expect(problemsIn(answerCustomFieldInput, {})).toEqual(['answer required Is required', oneField, oneTarget]);
    expect(problemsIn(answerCustomFieldInput, { customFieldId: 1, identifier: 'a', dealId: 1, answer })).toEqual([
      oneField,
    ]);
    expect(problemsIn(answerCustomFieldInput, { identifier: '', dealId: 1, answer })).toEqual([
      'identifier too_short Must not be empty',
    ]);
  });

  test('of many contacts names ten thousand at most, and replaces theirs unless it says otherwise', () => {
    const of = (count: number) => ({ customFieldId: 1, answer, contactIds: Array.from({ length: count }, () => 1) });
    expect(answerInBulkInput.parse(of(10_000)).overrideExisting).toBe(true);
    expect(answerInBulkInput.parse({ ...of(1), overrideExisting: false }).overrideExisting).toBe(false);
    expect(problemsIn(answerInBulkInput, of(10_001))).toEqual(['contactIds too_many Must have at most 10000 items']);
    expect(problemsIn(answerInBulkInput, of(0))).toEqual(['contactIds too_few Must not be empty']);
    expect(problemsIn(answerInBulkInput, { ...of(1), customFieldId: undefined, overrideExisting: 'x' })).toEqual([
      'overrideExisting invalid_type Must be a boolean',
      oneField,
    ]);
  });
});

describe('the answers of a lead', () => {
  const mail = { type: 'EMAIL', answer: 'ada@example.com' };
  const lead = (facts: object) => problemsIn(inviteeAnswersInput, { linkPrefix: 'a/b', ...facts });
  const one = ' required At least one answer is required';
  const reachable = ' required A contactId or an answer of the type EMAIL or PHONE_NO is required';

  test.each<[object, string[]]>([
    [{ inviteeQuestionAnswers: [mail] }, []],
    [{ inviteeQuestionAnswers: [{ type: 'PHONE_NO', answer: '+4915112345678' }] }, []],
    [{ contactId: 1, secondaryQuestionsAnswer: [{ identifier: 'a', answer: [] }] }, []],
    [{ contactId: 1 }, [one]],
    [{}, [one, reachable]],
    [{ secondaryQuestionsAnswer: [{ identifier: 'a', answer: [] }] }, [reachable]],
    [{ inviteeQuestionAnswers: [{ type: 'NAME', answer: 'Ada' }] }, [reachable]],
    [{ inviteeQuestionAnswers: 1 }, ['inviteeQuestionAnswers invalid_type Must be a list']],
    [
      { inviteeQuestionAnswers: [null, mail] },
      ['inviteeQuestionAnswers.0 invalid_type Each must be an object with type and answer'],
    ],
    [
      { inviteeQuestionAnswers: [mail], secondaryQuestionsAnswer: [1, { answer: [] }] },
      [
        'secondaryQuestionsAnswer.0 invalid_type Each must be an object with answer',
        'secondaryQuestionsAnswer.1 exactly_one Exactly one of customFieldId and identifier is required',
      ],
    ],
  ])('are %j', (facts, problems) => {
    expect(lead(facts)).toEqual(problems);
  });

  test('are twenty to the questions of the form and a hundred to fields', () => {
    const answers = (count: number) => Array.from({ length: count }, () => mail);
    const fields = (count: number) => Array.from({ length: count }, () => ({ identifier: 'a', answer: [] }));
    expect(lead({ inviteeQuestionAnswers: answers(20), secondaryQuestionsAnswer: fields(100) })).toEqual([]);
    expect(lead({ inviteeQuestionAnswers: answers(21), secondaryQuestionsAnswer: fields(101) })).toEqual([
      'inviteeQuestionAnswers too_many Must have at most 20 items',
      'secondaryQuestionsAnswer too_many Must have at most 100 items',
    ]);
  });

  test.each<[string, string, string | string[]]>([
    ['EMAIL', ' Ada@Example.com\n', 'Ada@Example.com'],
    ['EMAIL', 'ada', ['answer invalid_format Invalid email format']],
    ['PHONE_NO', '+4915112345678\u200b', '+4915112345678'],
    ['PHONE_NO', '0151', ['answer invalid_format Must be E.164 format']],
    ['NAME', 'Ada\u2029', ['answer invalid_characters Must be one line, without control characters']],
    ['FIRST_NAME', 'Ada', 'Ada'],
    ['LAST_NAME', 'x'.repeat(255), 'x'.repeat(255)],
    ['LAST_NAME', 'x'.repeat(256), ['answer too_long Must be at most 255 characters']],
    ['NAME', ' ', ['answer too_short Must not be empty']],
    ['AGE', '7', ['type unknown_value INVALID_INVITEE_QUESTION_TYPE']],
  ])('to a question of the type %s: %j', (type, answer, expected) => {
    const { data } = inviteeQuestionAnswer.safeParse({ type, answer });
    // Two rules may say the same, which a response says once.
    expect(data?.answer ?? [...new Set(problemsIn(inviteeQuestionAnswer, { type, answer }))]).toEqual(expected);
  });

  test('say of which type they are', () => {
    expect(problemsIn(inviteeQuestionAnswer, { answer: 'x' })).toEqual(['type required Is required']);
  });
});

describe('a refused answer', () => {
  const check = (items: string[]) => checkAnswer(answeredField('USERS_MULTIPLE'), items, new Set([7, 2 ** 31 - 1]));

  test('says which item is wrong first', () => {
    expect(check(['7', '9', 'x'])).toMatchObject({ problem: { index: 1, code: 'not_found' } });
    expect(check(['7', '7', ''])).toMatchObject({ problem: { index: 2, code: 'too_short' } });
    expect(check(['2147483647'])).toEqual({ answer: ['2147483647'] });
  });

  test('lists twenty options, and says how many more there are', () => {
    const listed = (count: number) => {
      const options = Array.from({ length: count }, (_, index) => ({
        id: 100 + index,
        name: `o${index}`,
        isArchived: index === 0,
      }));
      const { problem } = checkAnswer({ ...answeredField('SINGLE_SELECT'), options }, ['x'], new Set()) as {
        problem: { message: string };
      };
      return problem.message.replace('Must be the id or name of an option: ', '');
    };
    expect(listed(1)).toBe('the field has no options');
    expect(listed(3)).toBe('o1, o2');
    expect(listed(21)).toMatch(/^o1, .*o20$/);
    expect(listed(22)).toMatch(/^o1, .*o20 and 1 more$/);
  });
});

test('what can be the id of a user is a whole number that the database holds', () => {
  expect(possibleUserIds(['1', '0', '01', '2147483647', '2147483648', '99999999999', '-1', '1.0', 'x', ''])).toEqual([
    1, 2147483647,
  ]);
});
