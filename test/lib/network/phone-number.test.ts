import { describe, expect, test } from 'vitest';
import { searchGroups } from '#src/lib/network/pasted-search.ts';
import { dialledNumber, phoneForm, visibleNumber } from '#src/lib/network/phone-number.ts';

const dashes = [...'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u30fc\u058a\u301c'];
const marks = [
  ...[0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060],
  ...[0x2066, 0x2067, 0x2068, 0x2069, 0xfeff, 0x00ad, 0x061c],
].map((code) => String.fromCodePoint(code));

describe('a number that was typed or pasted is dialled', () => {
  test.each([
    ['\u202a+49 176 1234567\u202c', '+491761234567'],
    ...marks.map((mark) => [`${mark}+49176${mark}1234567${mark}`, '+491761234567']),
    ...dashes.map((dash) => [`+49${dash}176${dash}1234567`, '+491761234567']),
    ...[...' \u00a0\u2007\u2009\u202f\u3000\t./·\\~'].map((sign) => [`+49${sign}176${sign}1234567`, '+491761234567']),
    ['＋４９（１７６）１２３４５６７', '+491761234567'],
    ['+1 (204) 555-0103', '+12045550103'],
    ['[+1] {204} 555.0103', '+12045550103'],
    ['tel:+1-204-555-0103', '+12045550103'],
    ['TEL:%2B1%20204%20555%200103', '+12045550103'],
    ['0049 (30) 90-1820', '+4930901820'],
    ['+44 (0)20 7946 0000', '+442079460000'],
    ['+44 ( 0 ) 20 7946 0000', '+442079460000'],
    ['+39 (0)6 1234 5678', '+390612345678'],
    ['+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '+966501234567'],
    ['+۹۸ ۹۱۲ ۳۴۵ ۶۷۸۹', '+989123456789'],
    ['(0049) 176 1234567', '+491761234567'],
    ['(204) 555-0103', '2045550103'],
  ])('%j is %s', (typed, number) => {
    expect(dialledNumber(typed)).toBe(number);
    expect(dialledNumber(number)).toBe(number);
  });

  test.each([
    ...[
      '',
      '+',
      'tel:',
      'call me',
      '+49 176 CALL-ME',
      '+1 204 555 0103 ext. 7',
      'tel:+1-204-555-0103;ext=7',
      '+1+2045550103',
    ],
    ...['+049176', '++491761234567', '+1234567890123456', '+1', `+49${' '.repeat(300)}176`],
  ])('%j is no number', (typed) => {
    expect(phoneForm.test(dialledNumber(typed))).toBe(false);
  });
});

test.each([
  ...marks.map((mark) => [`${mark}+491761234567${mark}`, '+491761234567']),
  ['＋４９１７６１２３４５６７', '+491761234567'],
  ['+49 176 1234567', '+49 176 1234567'],
  ['tel:+491761234567', 'tel:+491761234567'],
  ['+491761234567\n', '+491761234567\n'],
])('at the API %j is %j: what can be seen stays', (sent, number) => {
  expect(visibleNumber(sent)).toBe(number);
});

const groupsOf = (search: string) => searchGroups(search.split(/\s+/));

describe('a search finds numbers and addresses as they are stored', () => {
  test.each([
    ['(204) 555-0103', ['2045550103']],
    ['+1 (204) 555-0103', ['+12045550103']],
    ['\u202a+1 204 555 0103\u202c', ['+12045550103']],
    ['tel:+1-204-555-0103;ext=7', ['+12045550103']],
    ['204.555.0103', ['2045550103']],
    ['0176 1234567', ['1761234567']],
    ['0049 176 1234567', ['+491761234567']],
    ['Ira (204) 555-0103', ['Ira', '2045550103']],
    ['Jürgen (204) 555-0103', ['Jürgen', '2045550103']],
    ['555 0103 ира', ['5550103', 'ира']],
    ['@пример.рф', ['@xn--e1afmkfd.xn--p1ai']],
    ['(204)', ['204']],
    ['info@пример.рф', ['info@xn--e1afmkfd.xn--p1ai']],
    ['пример.рф', ['xn--e1afmkfd.xn--p1ai']],
    ['mailto:ira@example.com', ['ira@example.com']],
    ['\u202aira@example.com\u202c', ['ira@example.com']],
  ])('%j', (search, words) => {
    expect(groupsOf(search).flatMap(({ typed, stored }) => stored ?? typed)).toEqual(words);
  });

  test.each(['Ira Fox', 'Müller', '2045550103', 'ira@example.com', '10 12', 'Ira - Fox', '100%', 'a-1', '007', '-'])(
    '%j is searched as it is',
    (search) => {
      expect(groupsOf(search).map(({ stored }) => stored)).toEqual(groupsOf(search).map(() => undefined));
    },
  );
});
