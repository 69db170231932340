import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DisqualificationRule,
  disqualifies,
  type Lead,
  withRenamedOptions,
} from '#src/domain/events/disqualification.ts';
import { freeMailDomains } from '#src/domain/events/free-mail.ts';
import { computing } from '../../support/computing.ts';

const nobody = { firstName: undefined, lastName: undefined, email: undefined, phoneNumber: undefined };
const none = { questionType: null, customFieldId: null, operator: null, values: [] };

interface Draft extends Partial<Lead['invitee']> {
  readonly questions?: Lead['questions'];
  readonly fields?: Lead['fields'];
}

const leadOf = ({ questions = [], fields = [], ...invitee }: Draft): Lead => ({
  ...{ invitee: { ...nobody, ...invitee }, questions, fields },
});
const meets = (rule: Partial<DisqualificationRule>, draft: Draft) =>
  disqualifies([{ kind: 'ANSWER', ...none, ...rule }], leadOf(draft));

const equals = (...values: string[]) => ({ operator: 'EQUALS', values }) as const;
const contains = (...values: string[]) => ({ operator: 'CONTAINS', values }) as const;
const email = (address: string) => ({ email: address });
const phone = (phoneNumber: string) => ({ phoneNumber });
const field = (...answer: string[]) => ({ fields: [{ customFieldId: 7, identifier: 'budget', answer }] });
const first = { questionType: 'FIRST_NAME' } as const;
const budget = { customFieldId: 7 } as const;
const domains = (...values: string[]) => ({ kind: 'EMAIL_DOMAIN', values }) as const;
const countries = (...values: string[]) => ({ kind: 'PHONE_COUNTRY', values }) as const;
const free = { kind: 'FREE_EMAIL' } as const;

describe('a lead meets', () => {
  test.each<[string, Partial<DisqualificationRule>, Draft]>([
    ['the same answer', { ...budget, ...equals('Nothing') }, field('Nothing')],
    ['one of several values', { ...budget, ...equals('None', 'Nothing') }, field('Nothing')],
    ['one of several items', { ...budget, ...equals('Nothing') }, field('Something', 'Nothing')],
    ['another letter case and outer white space', { ...budget, ...equals(' NOthing ') }, field('noTHING\t')],
    ['wide forms and ligatures', { ...budget, ...equals('office') }, field('ｏﬃｃｅ')],
    ['composed and decomposed letters', { ...budget, ...equals('Zo\u00eb') }, field('ZOE\u0308')],
    ['a part of an answer', { ...budget, ...contains('student') }, field('I am a Student.')],
    [
      'the characters of a regular expression',
      { ...budget, ...contains('.*+?^$()|{}[]\\') },
      field('a.*+?^$()|{}[]\\b'),
    ],
    ['the own first name', { ...first, ...equals('test') }, { firstName: 'Test' }],
    ['an answer of the type', { ...first, ...equals('test') }, { questions: [{ type: 'FIRST_NAME', answer: 'Test' }] }],
    [
      'the second answer of the type',
      { questionType: 'EMAIL', ...contains('@rival.') },
      { email: 'a@b.test', questions: [{ type: 'EMAIL', answer: 'me@rival.example' }] },
    ],
    ['the full name', { questionType: 'NAME', ...equals('test user') }, { firstName: 'Test', lastName: 'User' }],
    ['the last name', { questionType: 'LAST_NAME', ...equals('user') }, { lastName: 'User' }],
    ['the phone number', { questionType: 'PHONE_NO', ...contains('+1415') }, phone('+14155550101')],
    ['the country of the phone number', countries('DE', 'NG'), phone('+2348012345678')],
    ['the right one of the countries of +1', countries('CA'), phone('+14165550123')],
    ['the right one of the countries of +7', countries('KZ'), phone('+77011234567')],
    ['the largest country of the code of a number that none seems to have', countries('GB'), phone('+447700900123')],
    [
      'the country of a number in an answer',
      countries('US'),
      { questions: [{ type: 'PHONE_NO', answer: '+14155550101' }] },
    ],
    ['the domain', domains('rival.example'), email('Ira@RIVAL.example')],
    ['a domain in capitals', domains('Rival.Example'), email('ira@rival.example')],
    ['a subdomain', domains('rival.example'), email('ira@mail.eu.rival.example')],
    [
      'the domain of an answer',
      domains('rival.example'),
      { questions: [{ type: 'EMAIL', answer: 'a@rival.example' }] },
    ],
    ['a domain of another script', domains('ПРИМЕР.рф'), email('a@xn--e1afmkfd.xn--p1ai')],
    ['a free mailbox', free, email('ira.cole+1@GoogleMail.com')],
    ['a free mailbox of a country', free, email('ira@yahoo.co.uk')],
  ])('%s', (_, rule, draft) => {
    expect(meets(rule, draft)).toBe(true);
  });
});

describe('a lead does not meet', () => {
  test.each<[string, Partial<DisqualificationRule>, Draft]>([
    ['a part where it must be equal', { ...budget, ...equals('Nothing') }, field('Nothing yet')],
    ['a question that was not answered', { ...budget, ...contains('a') }, field()],
    ['a field that was deleted', { customFieldId: 8, ...contains('a') }, field('a')],
    ['the answer to another type', { ...first, ...equals('user') }, { lastName: 'User' }],
    ['a pattern', { ...budget, ...contains('^.*$') }, field('anything')],
    ['another country of the same code', countries('US'), phone('+14165550123')],
    ['a number of no country', countries('US', 'GB'), phone('+870773111632')],
    ['a country without a number', countries('US'), email('ira@us.example')],
    ['a domain that ends alike', domains('rival.example'), email('ira@notrival.example')],
    ['a domain above', domains('mail.rival.example'), email('ira@rival.example')],
    ['a domain before the @', domains('rival.example'), email('rival.example@else.example')],
    ['a company', free, email('gmail.com@company.example')],
    ['a domain below that of a free mailbox', free, email('ira@gmail.com.company.example')],
    ['another domain of its script', domains('пример.рф'), email('a@xn--p1ai.example')],
    ['an address that nobody gave', free, phone('+14155550101')],
  ])('%s', (_, rule, draft) => {
    expect(meets(rule, draft)).toBe(false);
  });

  test('no rules', () => {
    expect(disqualifies([], leadOf(email('a@gmail.com')))).toBe(false);
  });
});

test('after options are renamed, a rule is met by the same options as before, and by no other', () => {
  const rules = [equals('low'), contains('low')].map((each) => ({
    kind: 'ANSWER' as const,
    ...none,
    ...budget,
    ...each,
  }));
  const after = withRenamedOptions(rules, 7, [
    { from: 'Low', to: 'Small' },
    { from: 'High', to: 'Large' },
    { from: 'Lowest', to: 'Lowest of all' },
  ]);
  expect(after.map(({ values }) => values)).toEqual([['Small'], ['low', 'Small']]);
  expect(withRenamedOptions(rules, 8, [{ from: 'Low', to: 'Small' }])).toEqual(rules);
});

test('one rule of several is enough', () => {
  const rules = [domains('rival.example'), free].map((rule) => ({ ...none, ...rule }));
  expect(disqualifies(rules, leadOf(email('ira@gmail.com')))).toBe(true);
});

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((each) => each.trim() !== '');

test('CONTAINS finds any text within another, as it is written, and EQUALS nothing but the text', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(meets({ ...budget, ...contains(value) }, field(`<${value}>`))).toBe(true);
      expect(meets({ ...budget, ...equals(value) }, field(value))).toBe(true);
      expect(meets({ ...budget, ...equals(value) }, field(`<${value}>`))).toBe(false);
    }),
  );
});

test('values that make a regular expression slow are compared in no time', () => {
  const values = Array.from({ length: 1_000 }, () => '(a+)+$'.repeat(40));
  const ms = computing(() => {
    expect(meets({ ...budget, ...contains(...values) }, field('a'.repeat(10_000)))).toBe(false);
  });
  expect(ms).toBeLessThan(500);
});

test('the free mailboxes are domains in small letters, each of at least two labels', () => {
  expect(freeMailDomains.size).toBeGreaterThan(300);
  for (const domain of freeMailDomains) expect(domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
});
