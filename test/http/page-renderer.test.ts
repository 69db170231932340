import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PageRenderer } from '#src/http/page-renderer.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pages-'));
const file = path.join(folder, 'render.cjs');
const problems: unknown[] = [];
const pages = new PageRenderer((error) => problems.push(error));
afterAll(async () => {
  await pages.close();
  rmSync(folder, { recursive: true });
});

/** A page that is drawn only once its query has its answer. */
writeFileSync(
  file,
  `module.exports.render = async () => {
     const response = await fetch('/graphql', { body: '{}' });
     return { html: await response.text(), answers: '{}' };
   };`,
);

/** A page of a user, whose answer does not come before `answered`. */
const draw = (userId: number, answered: Promise<string> = Promise.resolve('drawn')) =>
  pages.render({
    ...{ file, url: 'http://localhost/calls', language: 'en', isPhone: false },
    reader: { userId, answer: () => answered },
  });

/** The thread may take more than a second to start. */
async function startThread(): Promise<void> {
  for (let tries = 0; tries < 20; tries++) if (await draw(9)) return;
}

test('a page that waits for its data keeps no other waiting, and is left to the browser after a second', async () => {
  await startThread();
  const never = new Promise<string>(() => undefined);
  const waiting = draw(1, never);
  expect(await draw(2)).toMatchObject({ html: 'drawn' });
  expect(await waiting).toBeUndefined();
  // It holds no place any more.
  await expect
    .poll(async () => (await Promise.all([draw(1), draw(1)])).map((page) => page?.html))
    .toEqual(['drawn', 'drawn']);
});

test('somebody who opens many pages at once leaves the thread to others, and has more drawn afterwards', async () => {
  await startThread();
  const answered = Promise.withResolvers<string>();
  const opened = [1, 1, 1, 1, 1, 1, 1, 1].map((userId) => draw(userId, answered.promise));
  // The browser shows these at once: nobody waits for a page that is not drawn.
  expect(await Promise.all(opened.slice(2))).toEqual(Array(6).fill(undefined));
  expect(await draw(2)).toMatchObject({ html: 'drawn' });
  answered.resolve('drawn');
  expect(await Promise.all(opened.slice(0, 2))).toMatchObject([{ html: 'drawn' }, { html: 'drawn' }]);
  await expect.poll(() => draw(1)).toMatchObject({ html: 'drawn' });
  expect(problems).toEqual([]);
});
