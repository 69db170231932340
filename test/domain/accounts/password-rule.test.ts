import { describe, expect, test } from 'vitest';
import { type PasswordOwner, passwordProblem } from '#src/domain/accounts/password-rule.ts';
import { password as passwordInput } from '#src/domain/accounts/user.ts';

const list = new Set(['password', 'dragon', 'monkey', 'trustno1', 'p@ssw0rd', '650219', 'love', 'ab']);
const owner: PasswordOwner = {
  email: 'ada.price+work@lime-tea.example',
  firstName: 'Ada',
  lastName: 'Price',
  workspaceNames: ['Northwind Tea GmbH', 'R&D', 'Juniper Advisory (demo)'],
};
const problem = (password: string) => passwordProblem(password, { owner, isCommon: (text) => list.has(text) });
const common = expect.stringContaining('Must not be a common password');
const own = expect.stringContaining('Must not be your name or email address');

describe('a password', () => {
  test.each([
    ['on the list', 'password'],
    ['in other letter case', 'PassWord'],
    ['in wide letters', 'ｐａｓｓｗｏｒｄ'],
    ['with digits behind', 'dragon2026'],
    ['with many digits behind', 'dragon12345678901234'],
    ['with signs behind', 'Password!?!'],
    ['with digits and signs behind', 'trustno1!2'],
    ['with white space around', ' password '],
    ['of white space', '        '],
    ['of white space of several kinds', ' \t\u00a0 \u3000\t \u2003'],
    ['that cannot be seen', '\u200b'.repeat(8)],
    ['of one character', 'zzzzzzzz'],
    ['of one character outside the basic plane', '🦊'.repeat(9)],
    ['that repeats four characters', 'x7!Qx7!Qx7'],
    ['of digits in a row', '23456789'],
    ['of digits in reverse', '98765432'],
    ['of letters in a row', 'defghijk'],
    ['of a row of the keyboard', 'qwertyui'],
    ['of two runs', 'abcd1234'],
    ['of a run with a sign behind', 'abcdefgh!'],
    ['of a run with spaces', 'a b c d e f g h'],
    ['with spaces between its letters', 'p a s s w o r d'],
    ['with an invisible character in it', 'pass\u200bword1'],
    ['with digits before', '2026dragon'],
    ['with its own signs, and others behind', 'P@ssw0rd!7'],
    ['of digits with a few more behind', '650219 73'],
    ['with the word once more', 'monkey monkey'],
    ['with the word once more and digits', 'Dragon1-dragon2'],
    ['with the product', 'password-slotline'],
    ['after a name', 'ada.price dragon 7'],
    ['that is a date', '2026-11-28'],
    ['that is a date with the day first', '28.11.2026'],
    ['that is a date with the month first', '11/28/2026'],
    ['that is a short date', '28-11-26'],
    ['that is a date without zeros', '1. 2. 2026'],
    ['that is a date without signs', '19840512'],
  ])('%s is refused as common', (_, password) => {
    expect(problem(password)).toEqual(common);
  });

  test.each([
    ['the address', 'ada.price+work@lime-tea.example'],
    ['the part before the @', 'Ada.Price+Work'],
    ['a word of the address', 'lime2026!!'],
    ['the domain', 'lime-tea.example'],
    ['the first name with digits', 'Ada19840512'],
    ['the whole name', 'Ada Price'],
    ['the name in reverse', 'PriceAda!'],
    ['the name of a workspace', 'Northwind Tea GmbH'],
    ['a word of the name of a workspace', 'northwind1'],
    ['a workspace without its legal form', 'Northwind Tea'],
    ['a workspace without its addition', 'juniper advisory'],
    ['a workspace without its addition, and a year', 'JuniperAdvisory2026'],
    ['a workspace without the brackets', 'Juniper Advisory Demo'],
    ['a part of the address and the product', 'lime-slotline'],
    ['a name, a year and the product', 'price2026slotline!'],
    ['a name twice', 'Ada & Ada & 7'],
    ['a name with spaces between its letters', 'p r i c e 1 2'],
    ['the product', 'Slotline'],
    ['the product with digits and signs', 'slotline#2026'],
  ])('that is %s is refused as known', (_, password) => {
    expect(problem(password)).toEqual(own);
  });

  test.each([
    ['of random words', 'correct horse battery'],
    ['of random words and a number', 'violet heron ladder 93'],
    ['of two common words', 'dragon monkey'],
    ['of two common words and a name', 'dragon monkey price'],
    ['with a common word in it', 'my dragon sleeps'],
    ['with a name in it', 'Ada climbs hills'],
    ['with the product in it', 'slotline keeps us awake'],
    ['of digits that are no date', '48291048'],
    ['of random signs and two letters', '$a!#&@%?b'],
    ['of random signs', '€#!?&%§@'],
    ['of random characters', 'k7$2#9!@4%'],
    ['of random digits', '4829104857362910'],
    ['with a short word of the list before digits', 'ab83920174'],
    ['with initials before digits', 'rd83920174'],
    ['of three runs', 'abc123qwe'],
    ['of eight characters', 'Zq8!fP2w'],
    ['in another script', 'лошадь батарея'],
    ['of 200 characters', `a${'1!7?'.repeat(49)}xyz`],
  ])('%s is accepted', (_, password) => {
    expect(problem(password)).toBeUndefined();
  });

  test('is compared with texts in another composition', () => {
    const müller = { ...owner, lastName: 'Mu\u0308llerin' };
    expect(passwordProblem('M\u00fcllerin', { owner: müller, isCommon: () => false })).toEqual(own);
  });

  test('of an owner without names is compared with the address alone', () => {
    const nameless = { email: 'x@y.example', workspaceNames: [] };
    expect(passwordProblem('anything else', { owner: nameless, isCommon: () => false })).toBeUndefined();
  });
});

test('a long password of many parts is one of names where it has nothing else', () => {
  expect(problem(`${'ada7'.repeat(49)}x`)).toBeUndefined();
  expect(problem('adaprice'.repeat(25))).toEqual(own);
});

test('no text is looked up that is longer than any word, however many characters each of the password stands for', () => {
  const lookedUp: number[] = [];
  const isCommon = (text: string) => {
    lookedUp.push(text.length);
    return false;
  };
  // Each is four characters to the hash: `(10)` to `(20)`.
  const wide = Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0x247d + ((index * 7) % 11))).join('');
  const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Hart', workspaceNames: ['Hart & Co'] };
  expect(passwordProblem(wide, { owner: account, isCommon })).toBeUndefined();
  expect(lookedUp.length).toBeGreaterThan(1000);
  expect(Math.max(...lookedUp)).toBe(64);
});

describe('the length of a password', () => {
  const isLongEnough = (text: string) => passwordInput().safeParse(text).success;

  test('counts characters, not their code units', () => {
    expect([isLongEnough('🦊🐢🐸🦉'), isLongEnough('🦊🐢🐸🦉🐝🐌🦋🐞')]).toEqual([false, true]);
  });

  test('counts a letter with its accent once', () => {
    const accented = 'e\u0301';
    expect([isLongEnough(accented.repeat(7)), isLongEnough(accented.repeat(8))]).toEqual([false, true]);
  });

  test('counts a character that stands for many once', () => {
    expect(isLongEnough('\ufdfa')).toBe(false);
  });

  test('counts no character that cannot be seen', () => {
    expect([isLongEnough('k7\u200b\u200d\u2060\ufe0f\u3164z'), isLongEnough('k7z!Q4m\u200bw')]).toEqual([false, true]);
  });

  test.each(['\u0000', '\t', '\u007f', '\u0085'])('is not all: the control character %j is refused', (control) => {
    expect(passwordInput().safeParse(`${control}abcdefgh1k`).error?.issues).toMatchObject([
      { message: 'Must not contain control characters or broken Unicode', params: { code: 'invalid_characters' } },
    ]);
  });

  test('is 200 at most', () => {
    expect([isLongEnough('x'.repeat(200)), isLongEnough('x'.repeat(201))]).toEqual([true, false]);
  });
});
