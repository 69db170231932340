import { expect, test } from 'vitest';
import { z } from 'zod';
import { jsonOf, maxAnswerBytes, maxAnswerParts, parsedJson } from '#src/services/calendars/providers/json-answer.ts';
import { longestDelay } from '../../support/computing.ts';

const page = z.object({ items: z.array(z.object({ id: z.string().default('') })) });
const bodyOf = (items: string) => ({ body: Buffer.from(`{"items":[${items}]}`) });
const repeated = (part: string, count: number) => Array(count).fill(part).join();

test('an answer has at most 100,000 names, lists and objects', () => {
  // Each item has two: itself and its name. The answer has three more.
  const fits = bodyOf(repeated('{"id":"a"}', maxAnswerParts / 2 - 2));
  const delay = longestDelay();
  expect(jsonOf('Google', fits, page).items).toHaveLength(maxAnswerParts / 2 - 2);
  expect(delay()).toBeLessThan(200);
  const exceeds = bodyOf(repeated('{"id":"a"}', maxAnswerParts / 2));
  expect(() => jsonOf('Google', exceeds, page)).toThrow(
    'Google returned a response that this server does not understand.',
  );
});

test.each([
  ['deep', '['.repeat(maxAnswerBytes / 2)],
  ['of empty lists', repeated('[]', maxAnswerBytes >> 2)],
  ['of names', `{${repeated('"":0', maxAnswerBytes >> 3)}}`],
])('an answer that is %s is nothing, before anything is made of it', (_name, text) => {
  const body = Buffer.from(text);
  const delay = longestDelay();
  expect(parsedJson(body)).toBeUndefined();
  expect(delay()).toBeLessThan(200);
});

test('text within quotes has no parts, however it is written', () => {
  const text = JSON.stringify({ note: '[{:'.repeat(maxAnswerParts), quoted: '\\"['.repeat(10) });
  expect(parsedJson(Buffer.from(text))).toMatchObject({ quoted: '\\"['.repeat(10) });
});
