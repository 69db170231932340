import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { DrawingPauses } from '#src/http/drawing-pauses.ts';
import { PageRenderer } from '#src/http/page-renderer.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pages-'));
const file = path.join(folder, 'render.cjs');
const problems: unknown[] = [];
let now = 0;
/** Nobody is paused for long where a test does not look at it. */
beforeEach(() => {
  now += 3_600_000;
});
const pages = new PageRenderer((error) => problems.push(error), new DrawingPauses(() => now));
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
const draw = (userId: number, answered: Promise<string> = Promise.resolve('drawn'), workspaceId = userId) =>
  pages.render({
    ...{ file, url: 'http://localhost/calls', language: 'en', isPhone: false },
    reader: { workspaceId, userId, answer: () => answered },
  });
const never = new Promise<string>(() => undefined);

/** The thread may take more than a second to start. */
async function startThread(): Promise<void> {
  for (let tries = 0; tries < 20; tries++) if (await draw(9)) return;
}

test('a page that is late because the thread starts pauses nothing', async () => {
  expect(await draw(1, never)).toBeUndefined();
  await startThread();
  expect(await draw(1)).toMatchObject({ html: 'drawn' });
});

test('a page that waits for its data keeps no other waiting, and is left to the browser after a second', async () => {
  await startThread();
  const waiting = draw(1, never);
  expect(await draw(2)).toMatchObject({ html: 'drawn' });
  expect(await waiting).toBeUndefined();
  now += 30_000;
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

test('whose page was late waits for no other for a while, and others have theirs drawn', async () => {
  await startThread();
  expect(await draw(1, never, 10)).toBeUndefined();
  let queries = 0;
  const reader = { workspaceId: 10, userId: 1, answer: async () => String(++queries) };
  const page = { file, url: 'http://localhost/calls', language: 'en', isPhone: false, reader };
  now += 29_999;
  expect(await pages.render(page)).toBeUndefined();
  expect(queries).toBe(0);
  expect(await draw(2, undefined, 10)).toMatchObject({ html: 'drawn' });
  now += 1;
  expect(await pages.render(page)).toMatchObject({ html: '1' });
});

/** A page that has the thread for longer than anybody waits. */
const busyFile = path.join(folder, 'busy.cjs');
writeFileSync(
  busyFile,
  `module.exports.render = async () => {
     for (const until = performance.now() + 2_000; performance.now() < until; );
     return { html: 'late', answers: '{}' };
   };`,
);

test('where a page keeps the thread busy for people of several workspaces, nobody waits any more', async () => {
  await startThread();
  const reader = { workspaceId: 1, userId: 1, answer: () => never };
  const busy = pages.render({ file: busyFile, url: 'http://localhost/', language: 'en', isPhone: false, reader });
  expect(await Promise.all([busy, draw(2), draw(3)])).toEqual([undefined, undefined, undefined]);
  // Nothing would be drawn now: this page is left to the browser before its data are read.
  let queries = 0;
  const other = { workspaceId: 4, userId: 4, answer: async () => String(++queries) };
  const page = { file, url: 'http://localhost/calls', language: 'en', isPhone: false, reader: other };
  expect(await pages.render(page)).toBeUndefined();
  // Every pause is over at each attempt; the thread takes a while to get through.
  const later = () => {
    now += 600_000;
    return pages.render(page);
  };
  await expect.poll(later).toMatchObject({ html: expect.any(String) });
  expect(problems).toEqual([]);
});
