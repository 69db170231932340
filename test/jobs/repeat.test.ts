import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { repeat } from '#src/jobs/repeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A task whose runs the test ends. */
function pendingTask() {
  const runs: { readonly signal: AbortSignal; readonly end: () => void }[] = [];
  const task = (signal: AbortSignal) => new Promise<void>((end) => runs.push({ signal, end }));
  return { runs, task };
}

/** Ends the first run, which the second follows an interval later. */
async function expectSecond(runs: ReturnType<typeof pendingTask>['runs']) {
  expect(runs).toHaveLength(1);
  runs[0]?.end();
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(2);
  runs[1]?.end();
}

const unexpected = (error: unknown) => expect.fail(String(error));

test('a run that takes longer than the interval has no other beside it, and the interval begins at its end', async () => {
  const { runs, task } = pendingTask();
  const repeated = repeat(1000, task, unexpected);
  expect(runs).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(10_000);
  await expectSecond(runs);
  await repeated.stop();
});

test('a stop aborts the run, waits for its end, and none follows', async () => {
  const { runs, task } = pendingTask();
  const repeated = repeat(1000, task, unexpected);
  await vi.advanceTimersByTimeAsync(1000);
  let isStopped = false;
  const stopped = repeated.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect([isStopped, runs[0]?.signal.aborted]).toEqual([false, true]);
  runs[0]?.end();
  await stopped;
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toHaveLength(1);
});

test('a stop before the first run lets none begin', async () => {
  const { runs, task } = pendingTask();
  await repeat(1000, task, unexpected).stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toHaveLength(0);
});

test('an error is reported, and does not end the repetition', async () => {
  const errors: unknown[] = [];
  const failure = new Error('no disk');
  const repeated = repeat(
    1000,
    () => Promise.reject(failure),
    (error) => errors.push(error),
  );
  await vi.advanceTimersByTimeAsync(3000);
  expect(errors).toEqual([failure, failure, failure]);
  await repeated.stop();
});

describe('a task that is woken', () => {
  test('runs at once, and its interval begins anew', async () => {
    const { runs, task } = pendingTask();
    const repeated = repeat(1000, task, unexpected);
    await vi.advanceTimersByTimeAsync(900);
    repeated.wake();
    await vi.advanceTimersByTimeAsync(1);
    await expectSecond(runs);
    await repeated.stop();
  });

  test('while it runs, runs once more afterwards', async () => {
    const { runs, task } = pendingTask();
    const repeated = repeat(1000, task, unexpected);
    repeated.wake();
    await vi.advanceTimersByTimeAsync(100);
    for (let time = 0; time < 3; time++) repeated.wake();
    await vi.advanceTimersByTimeAsync(100);
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toHaveLength(2);
    runs[1]?.end();
    await vi.advanceTimersByTimeAsync(999);
    expect(runs).toHaveLength(2);
    await repeated.stop();
  });

  test('again and again begins every 20 ms', async () => {
    let runs = 0;
    const count = async () => {
      runs += 1;
    };
    const repeated = repeat(1000, count, unexpected);
    for (let ms = 0; ms < 195; ms++) {
      repeated.wake();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(runs).toBe(10);
    await repeated.stop();
  });

  test('after a stop runs no more', async () => {
    const { runs, task } = pendingTask();
    const repeated = repeat(1000, task, unexpected);
    await repeated.stop();
    repeated.wake();
    await vi.advanceTimersByTimeAsync(5000);
    expect(runs).toHaveLength(0);
  });
});
