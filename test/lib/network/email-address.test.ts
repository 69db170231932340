import { describe, expect, test } from 'vitest';
import { asciiDomain, canonicalEmail, emailForm, isEmail, mailtoLink } from '#src/lib/network/email-address.ts';
import { computing } from '../../support/computing.ts';

const label = 'x'.repeat(63);

describe('an address', () => {
  test.each([
    'smith&jones@example.com',
    ...[..."!#$%&'*+/=?^_`{|}~-"].map((sign) => `a${sign}b@example.com`),
    ...[..."!#$%&'*+/=?^_`{|}~-"].map((sign) => `${sign}@example.com`),
    'Ira.Cole+tag@Example.co.uk',
    '1@2.example',
    'info@xn--e1afmkfd.xn--p1ai',
    'INFO@XN--E1AFMKFD.XN--P1AI',
    'a@b-c.example',
    `${'x'.repeat(64)}@example.com`,
    `a@${label}.${label}.${label}.${'x'.repeat(55)}.com`,
  ])('%s stays as it is', (address) => {
    expect(emailForm.test(address)).toBe(true);
    expect(canonicalEmail(address)).toBe(address);
  });

  test.each([
    ['U-labels', 'info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
    ['U-labels in capitals', 'info@ПРИМЕР.РФ', 'info@xn--e1afmkfd.xn--p1ai'],
    ['letters with marks of their own', 'a@mu\u0308nchen.example', 'a@xn--mnchen-3ya.example'],
    ['a sharp s', 'a@straße.de', 'a@xn--strae-oqa.de'],
    ['the full stop of Chinese', 'a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
    ['the joiner of a Persian domain', 'a@نامه\u200cای.com', 'a@xn--mgba3gch31f060k.com'],
    ['white space', ' \u00a0a@example.com\n', 'a@example.com'],
    ['marks of direction', '\u202aa@example.com\u202c', 'a@example.com'],
    ['isolates', '\u2066a@exa\u2069mple.com\u200f', 'a@example.com'],
    ['soft hyphens and joiners', 'a\u00ad@exa\u200dmple\u200b.com\ufeff', 'a@example.com'],
    ['full width', 'ａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'a@example.com'],
    ['mailto:', 'mailto:a+b@example.com', 'a+b@example.com'],
    ['mailto:// of some programs', 'mailto://a@example.com', 'a@example.com'],
    ['mailto: with headers', 'MAILTO:smith%26jones@example.com?subject=Hi&cc=x@y.zz', 'smith&jones@example.com'],
  ])('with %s is read', (_, pasted, address) => {
    expect(canonicalEmail(pasted)).toBe(address);
    expect(isEmail(pasted)).toBe(true);
    expect(canonicalEmail(address)).toBe(address);
  });

  test.each([
    ...['', '@', 'nobody', 'a@', '@b.de', 'a@example', 'a@@example.com', 'a@b@example.com'],
    ...['.a@example.com', 'a.@example.com', 'a..b@example.com', '.@example.com'],
    ...['a b@example.com', 'a@exa mple.com', 'a@example.com b', 'a@example.com,b@example.com', 'a@example.com;b@x.de'],
    ...['a@example.com\r\nBcc: b@example.com', 'a\n@example.com', 'a@example.com\0', 'mailto:a%0d%0aBcc:x@example.com'],
    ...[
      'Ira <a@example.com>',
      '<a@example.com>',
      '"a b"@example.com',
      'a(b)@example.com',
      'a\\b@example.com',
      'a:b@x.de',
    ],
    ...['ä@example.com', 'почта@пример.рф', 'a\u0301@example.com'],
    ...['a@[192.0.2.1]', 'a@192.0.2.1', 'a@example.1', 'a@example.c', 'a@example.com.', 'a@.com', 'a@a..com'],
    ...['a@-a.com', 'a@a-.com', 'a@a_b.com', 'a@xn--.xn--', 'a@пример_.рф', 'a@при мер.рф', 'a@%41.рф', 'a@рф'],
    ...[
      `${'x'.repeat(244)}@example.com`,
      `a@${label}x.com`,
      `a@${'п'.repeat(64)}.рф`,
      `${' '.repeat(1_000)}a@example.com`,
      '😀@example.com',
      'a@😀.ws',
    ],
  ])('%j is none', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  test('is read in a moment, however long the text is', () => {
    const ms = computing(() => {
      for (const piece of ['a', 'a.', 'ä', '\u202a', 'a@', '@a.', '-', 'п.', '%41']) isEmail(piece.repeat(100_000));
      for (const piece of ['a', 'a.', 'ä', '\u202a', 'a@', '@a.', '-', 'п.', '%41']) isEmail(`a@${piece.repeat(300)}`);
    });
    expect(ms).toBeLessThan(1_000);
  });
});

test('a domain in ASCII has no other form', () => {
  expect(['example.com', 'xn--p1ai', '', 'a b', 'user@пример.рф', 'пример.рф/x'].map(asciiDomain)).toEqual(
    Array(6).fill(undefined),
  );
});

test.each([
  ['ada+tag@example.com', 'mailto:ada+tag@example.com'],
  ['a?cc=b@example.com', 'mailto:a%3Fcc=b@example.com'],
  ['a#b/c%41`d@example.com', 'mailto:a%23b%2Fc%2541%60d@example.com'],
])('a link to %s leads to that address', (address, link) => {
  expect(mailtoLink(address)).toBe(link);
  expect(canonicalEmail(link)).toBe(address);
  expect(emailForm.test(address)).toBe(true);
});
