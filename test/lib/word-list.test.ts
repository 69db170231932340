import { expect, test } from 'vitest';
import { hasWord, packWords } from '#src/lib/word-list.ts';

const words = ['dragon', 'monkey', 'abc', 'zzz', 'password', 'sunshine', 'trustno1', 'über', 'abc', ''];
const list = packWords(words);

test.each(words.filter(Boolean))('has %s', (word) => {
  expect(hasWord(list, word)).toBe(true);
});

test.each(['', 'a', 'drago', 'dragons', 'onmonk', 'aaaaaa', 'zzzzzz', 'bcz', 'x'.repeat(300)])('has no %j', (word) => {
  expect(hasWord(list, word)).toBe(false);
});

test('holds each word once', () => {
  expect(list[3]).toBe('abczzz');
});
