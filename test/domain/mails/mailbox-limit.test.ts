import { expect, test } from 'vitest';
import { type CountedMail, reachedLimit, stillCounted } from '#src/domain/mails/mailbox-limit.ts';

const now = new Date('2026-03-04T12:00:00.000Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

/** Mails of these ages in minutes. */
const mails = (ages: readonly number[], workspaceId = 1): CountedMail[] =>
  ages.map((age, index) => ({ at: minutes(-age).getTime(), workspaceId, mail: `${workspaceId}.${index}` }));
const freeAt = (counted: readonly CountedMail[], workspaceId = 1) =>
  reachedLimit(counted, { workspaceId, now })?.freeAt;

test('a mailbox gets five mails an hour about one workspace, in any order, and the next as the first of them is an hour old', () => {
  expect(freeAt(mails([50, 40, 30, 20]))).toBeUndefined();
  expect(freeAt(mails([20, 50, 40, 10, 30]))).toEqual(minutes(10));
  expect(freeAt(mails([70, 50, 40, 30, 20, 10]))).toEqual(minutes(10));
  expect(freeAt(mails([60, 40, 30, 20, 10]))).toBeUndefined();
  expect(freeAt(mails([50, 40, 30, 20, 10]), 2)).toBeUndefined();
});

test('a mailbox gets twenty mails a day of all workspaces, and the next as the first of them is a day old', () => {
  const many = [1, 2, 3, 4, 5].flatMap((workspaceId) => mails([1_000, 900, 800, 700], workspaceId));
  expect(freeAt(many.slice(1), 9)).toBeUndefined();
  expect(freeAt(many, 9)).toEqual(minutes(440));
  expect(freeAt([...many.slice(1), ...mails([1_440], 7)], 9)).toBeUndefined();
});

test('where both limits are reached, the later end counts', () => {
  const many = [...mails([50, 50, 50, 50, 50]), ...[2, 3, 4].flatMap((id) => mails([100, 100, 100, 100, 100], id))];
  expect(freeAt(many)).toEqual(minutes(1_340));
  const sameHour = [
    ...mails([5, 5, 5, 5, 5]),
    ...mails(
      Array.from({ length: 15 }, () => 1_430),
      2,
    ),
  ];
  expect(freeAt(sameHour)).toEqual(minutes(55));
});

test('mails of a day ago are forgotten', () => {
  expect(stillCounted(mails([1_441, 1_440, 1_439]), now)).toEqual(mails([1_441, 1_440, 1_439]).slice(2));
});
