import { expect, test } from 'vitest';
import { editDistance } from '#src/lib/edit-distance.ts';

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['email', 'email', 0],
  ['emial', 'email', 1],
  ['eamil', 'email', 1],
  ['mail', 'email', 1],
  ['emaill', 'email', 1],
  ['imail', 'email', 1],
  ['ab', 'ba', 1],
  ['abcd', 'badc', 2],
  ['ca', 'abc', 3],
  ['kitten', 'sitting', 3],
])('%j and %j differ by %d', (one, other, distance) => {
  expect([editDistance(one, other), editDistance(other, one)]).toEqual([distance, distance]);
});
