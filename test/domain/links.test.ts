import { describe, expect, test } from 'vitest';
import { link, placeText } from '#src/domain/input.ts';
import { linkProblem } from '#src/lib/network/web-address.ts';

/** To a browser each of these is a link that runs code, or leads elsewhere than it says. */
const hostile = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'ht\ttps://example.com',
  'https://exa\nmple.com/',
  'https://meet.example.com@evil.example/',
  'https://evil.example/\u202egpj.exe',
];

describe('the address of a link', () => {
  test.each(hostile)('%j is refused by every field that is one', (text) => {
    expect(linkProblem(text)).toMatch(/^must /);
    expect(link().safeParse(text).success).toBe(false);
    expect(placeText().safeParse(text).success).toBe(false);
  });

  test.each([
    'https://meet.example.com/a?b=c#d',
    'http://10.0.0.7:8080/room',
    'HTTPS://Meet.Example.com',
    'https://bücher.example/ä',
  ])('%j is accepted', (text) => {
    expect(linkProblem(text)).toBeUndefined();
    expect(link().parse(text)).toBe(text);
    expect(placeText().parse(text)).toBe(text);
  });

  test('has at most 2,048 characters', () => {
    expect(linkProblem(`https://a.example/${'x'.repeat(2_030)}`)).toBeUndefined();
    expect(linkProblem(`https://a.example/${'x'.repeat(2_031)}`)).toBe('must be at most 2048 characters');
  });
});

describe('a place', () => {
  test.each(['', 'Room 7', '12 Main Street, 3rd floor', 'We call you'])('may be words: %j', (text) => {
    expect(placeText().parse(text)).toBe(text);
  });

  test.each([
    ['Room\n7', 'Must be one line without control characters'],
    ['mailto:a@example.com', 'Must be text, or a link with https:// or http://'],
    ['https://a.example/x y', 'Must not contain white space or invisible characters'],
    ['https://a b', 'Must not contain white space or invisible characters'],
    ['//evil.example', 'Must be text, or a link with https:// or http://'],
    ['//good.example@evil.example/x', 'Must be text, or a link with https:// or http://'],
    [' \\\\evil.example', 'Must be text, or a link with https:// or http://'],
    ['/\\evil.example', 'Must be text, or a link with https:// or http://'],
    ['https://', 'Must be a URL that begins with https:// or http://'],
    [' ', 'Must not be empty'],
    ['\u200b\u2003', 'Must not be empty'],
    ['\u2800', 'Must not be empty'],
  ])('%j is refused in words', (text, message) => {
    expect(
      placeText()
        .safeParse(text)
        .error?.issues.map((issue) => issue.message),
    ).toEqual([message]);
  });
});
