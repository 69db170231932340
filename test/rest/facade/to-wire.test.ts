import { expect, test } from 'vitest';
import { wireWriter } from '#src/rest/wire/to-wire.ts';

const write = wireWriter({ value: { type: 'number' }, days: { name: 'the service' } });
/** As text: the order of the keys is part of the record. */
const written = (value: unknown) => JSON.stringify(write(value));

test('a renamed key keeps its place, in every record', () => {
  expect(written({ list: [{ id: 1, days: [{ days: [], z: 2 }], last: 3 }], count: 4 })).toBe(
    '{"list":[{"id":1,"the service":[{"the service":[],"z":2}],"last":3}],"count":4}',
  );
});

test('decimal text becomes a number, and null stays null', () => {
  expect(written([{ value: '1234.50' }, { value: '-0.05' }, { value: null }])).toBe(
    '[{"value":1234.5},{"value":-0.05},{"value":null}]',
  );
});

test('keys that every object inherits are no names of the format', () => {
  const value = JSON.parse('{"constructor":"a","toString":["b"],"hasOwnProperty":"1","__proto__":{"value":"2"}}');
  const text = '{"constructor":"a","toString":["b"],"hasOwnProperty":"1","__proto__":{"value":2}}';
  expect(written(value)).toBe(text);
});

test.each([null, 5, 'text', true])('%j is returned unchanged', (value) => {
  expect(write(value)).toBe(value);
});
