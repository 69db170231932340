import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/** Several rooms share these, so only one file may write them. */
it.each<[string, RegExp, string]>([
  ['the text of a 429', /'Too many requests, please try again later\.'/, 'src/domain/errors.ts'],
  ['the state of a window', /interface RateDecision\b/, 'src/domain/errors.ts'],
  ['the challenge of a refused credential', /error="(insufficient_scope|invalid_token)"/, 'src/access/authenticate.ts'],
  // What every mail has, such as Auto-Submitted, is said there.
  ['the sending of mail', /from 'nodemailer|createTransport\(/, 'src/services/accounts/mailer.ts'],
  ['the error of a body that cannot be read', /'Request body must be (UTF-8|whole)'/, 'src/domain/errors.ts'],
])('%s is written in one file', async (_, pattern, only) => {
  const found: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: root }))
    if (pattern.test(await readFile(path.join(root, file), 'utf8'))) found.push(file);
  expect(found).toEqual([only]);
});
