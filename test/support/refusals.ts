import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { variantA, variantAForm } from './errors.ts';
import { sendJson } from './lists.ts';
import { nextSerial } from './serial.ts';
import { storedRows } from './stored-rows.ts';

type Messages = Record<string, string[]>;

/**
 * What an endpoint refuses: each answer to the letter, with every row of the database as it was before. What an input
 * leaves out is that of `base`.
 */
export function refusals(
  app: TestApp,
  [method, path]: readonly ['POST' | 'PUT', string],
  { key, base = {} }: { key: string; base?: object },
) {
  async function refuses(input: object, expected: { status: number; body: object }, as = key): Promise<void> {
    const before = await storedRows(app);
    const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': `refused-${nextSerial()}` } : {};
    const { status, body } = await sendJson(app, [method, path], { ...base, ...input }, { key: as, headers });
    expect({ status, body }).toEqual(expected);
    expect(await storedRows(app)).toEqual(before);
  }
  return {
    refuses,
    wrong: (input: object, fieldErrors: Messages, as?: string) =>
      refuses(input, { status: 400, body: variantA(fieldErrors, path, method) }, as),
    wrongForm: (input: object, ...messages: string[]) =>
      refuses(input, { status: 400, body: variantAForm(messages, path, method) }),
  };
}
