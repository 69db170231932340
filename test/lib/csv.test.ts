import { expect, test } from 'vitest';
import { csvText } from '#src/lib/csv.ts';

test.each([
  ['a text', 'a text'],
  [1.5, '1.5'],
  [-3, '-3'],
  [null, ''],
  ['a, b', '"a, b"'],
  ['a; b', '"a; b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@sum', "'@sum"],
  ['-x', "'-x"],
  ['-12.5', '-12.5'],
  ['+49 30 123', '+49 30 123'],
])('the cell %j is %j', (cell, expected) => {
  expect(csvText([[cell, 'next']])).toBe(`${expected},next\r\n`);
});
