import { expect, test } from 'vitest';
import { SharedAnswers } from '#src/lib/shared-answers.ts';

/** A question whose answer is the state when it began to be answered. */
function asked() {
  const shared = new SharedAnswers();
  const answers: (() => void)[] = [];
  let state = 0;
  return {
    begun: () => answers.length,
    change: () => {
      state += 1;
    },
    ask: (question: string) =>
      shared.answer(question, async () => {
        const read = state;
        await new Promise<void>((resolve) => answers.push(resolve));
        if (read < 0) throw new Error('broken');
        return read;
      }),
    /** The next answer is an error. */
    breakNext: () => {
      state = -1;
    },
    /** All that has begun ends. */
    async answer() {
      for (const resolve of answers.splice(0)) resolve();
      await new Promise(setImmediate);
    },
  };
}

test('who asks while an answer is made gets the next, which all who wait share', async () => {
  const { begun, change, ask, answer } = asked();
  const first = ask('one');
  change();
  const later = [ask('one'), ask('one'), ask('one')];
  expect(begun()).toBe(1);
  await answer();
  expect(await first).toBe(0);
  expect(begun()).toBe(1);
  change();
  const last = ask('one');
  await answer();
  expect(await Promise.all(later)).toEqual([1, 1, 1]);
  expect(begun()).toBe(1);
  await answer();
  expect(await last).toBe(2);
  void ask('one');
  expect(begun()).toBe(1);
});

test('another question is answered on its own', async () => {
  const { begun, ask, answer } = asked();
  const answers = [ask('one'), ask('other')];
  expect(begun()).toBe(2);
  await answer();
  expect(await Promise.all(answers)).toEqual([0, 0]);
});

test('an answer that fails fails for those who share it, and for nobody after them', async () => {
  const { breakNext, change, ask, answer } = asked();
  breakNext();
  const failed = ask('one').catch(({ message }: Error) => message);
  const next = ask('one').catch(({ message }: Error) => message);
  await answer();
  expect(await failed).toBe('broken');
  change();
  await answer();
  expect(await next).toBe('broken');
  const good = ask('one');
  await answer();
  expect(await good).toBe(0);
});
