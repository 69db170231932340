import { expect, test } from 'vitest';
import { oncePer } from '#src/lib/once-per.ts';

test('a value is made once for each object, even where it is undefined', () => {
  const asked: object[] = [];
  const value = oncePer((key: { value: object | undefined }) => {
    asked.push(key);
    return key.value;
  });
  const [one, other, none] = [{ value: {} }, { value: {} }, { value: undefined }];
  const values = [one, one, other, one, none, none].map(value);
  expect(values).toEqual([{}, {}, {}, {}, undefined, undefined]);
  expect(value(one)).toBe(one.value);
  expect(value(other)).not.toBe(one.value);
  expect(asked).toEqual([one, other, none]);
});
