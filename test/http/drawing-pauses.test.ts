import { beforeEach, expect, test } from 'vitest';
import { DrawingPauses } from '#src/http/drawing-pauses.ts';

let now = 0;
let pauses: DrawingPauses;
beforeEach(() => {
  now = 0;
  pauses = new DrawingPauses(() => now);
});

const person = (userId: number, workspaceId: number) => ({ userId, workspaceId });
const seconds = (count: number) => {
  now += count * 1_000;
};

/** For how many seconds from now on a person is paused. */
function pausedFor(reader: { userId: number; workspaceId: number }): number {
  const before = now;
  while (pauses.isPaused(reader)) seconds(1);
  const length = (now - before) / 1_000;
  now = before;
  return length;
}

test('a late page pauses its person in its workspace for 30 seconds', () => {
  pauses.late(person(1, 1));
  expect([person(1, 1), person(2, 1), person(1, 2)].map(pausedFor)).toEqual([30, 0, 0]);
});

test('each pause that follows is twice as long, up to ten minutes, and short again after a page in time', () => {
  const lengths = [];
  for (let count = 0; count < 7; count++) {
    pauses.late(person(1, 1));
    // One that was requested at the same time.
    pauses.late(person(1, 1));
    lengths.push(pausedFor(person(1, 1)));
    seconds(pausedFor(person(1, 1)));
  }
  expect(lengths).toEqual([30, 60, 120, 240, 480, 600, 600]);
  pauses.drawn(person(1, 1));
  pauses.late(person(1, 1));
  expect(pausedFor(person(1, 1))).toBe(30);
});

test('a second person of a workspace pauses the workspace, and a third workspace pauses all', () => {
  pauses.late(person(1, 1));
  seconds(10);
  pauses.late(person(2, 1));
  expect([person(3, 1), person(3, 2)].map(pausedFor)).toEqual([30, 0]);
  pauses.late(person(4, 2));
  expect(pausedFor(person(9, 9))).toBe(0);
  pauses.late(person(5, 3));
  expect(pausedFor(person(9, 9))).toBe(30);
});

test('one person with several large workspaces pauses none of the others', () => {
  for (const workspaceId of [1, 2, 3, 4]) pauses.late(person(1, workspaceId));
  expect([person(1, 1), person(1, 4), person(9, 9)].map(pausedFor)).toEqual([30, 30, 0]);
});

test('what was late before the pause of another has ended says nothing', () => {
  pauses.late(person(1, 1));
  seconds(30);
  pauses.late(person(2, 1));
  expect(pausedFor(person(3, 1))).toBe(0);
  seconds(30);
  pauses.late(person(3, 2));
  pauses.late(person(4, 3));
  expect(pausedFor(person(9, 9))).toBe(0);
});

test('a page that was requested before a pause does not end it', () => {
  for (const workspaceId of [1, 2, 3]) pauses.late(person(workspaceId, workspaceId));
  pauses.drawn(person(1, 1));
  expect([person(1, 1), person(9, 9)].map(pausedFor)).toEqual([30, 30]);
});

test('however many are late, a bounded number is remembered, the newest', () => {
  for (let userId = 1; userId <= 300; userId++) pauses.late(person(userId, 1));
  seconds(30);
  pauses.late(person(300, 1));
  pauses.late(person(1, 1));
  // The first one was forgotten: it begins anew.
  expect([person(300, 5), person(300, 1)].map(pausedFor)).toEqual([0, 60]);
});
