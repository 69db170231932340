import { describe, expect, test } from 'vitest';
import { type PlusKind, withPluses } from '#src/lib/network/query-plus.ts';
import { computing } from '../../support/computing.ts';

const kinds: ReadonlyMap<string, PlusKind> = new Map([
  ['email', 'email'],
  ['phoneNumber', 'phone number'],
  ['from', 'instant'],
]);
const read = (query: string) => [...new URLSearchParams(withPluses(query, (name) => kinds.get(name)))];

describe('a plus keeps its meaning', () => {
  test.each([
    ['email=ira+tag@example.com', 'ira+tag@example.com'],
    ['email=ira+tag%40example.com', 'ira+tag@example.com'],
    ['email=ira%2Btag@example.com', 'ira+tag@example.com'],
    ['em%61il=ira+a+b@example.com', 'ira+a+b@example.com'],
    ['email=ira++@example.com', 'ira++@example.com'],
    ['email=a+b@x.de,c+d@x.de', 'a+b@x.de,c+d@x.de'],
    ['email=a+b@x.de%2C+c+d@x.de', 'a+b@x.de, c+d@x.de'],
    ['phoneNumber=+4915112345678', '+4915112345678'],
    ['phoneNumber=%2B4915112345678', '+4915112345678'],
    ['phoneNumber=%204915112345678', '+4915112345678'],
    ['phoneNumber=tel:+49151', 'tel:+49151'],
    ['phoneNumber=+(204)+555-0103', '+(204) 555-0103'],
    ['phoneNumber=%2B49+151+12345678', '+49 151 12345678'],
    ['from=2026-03-05T10:00:00+01:00', '2026-03-05T10:00:00+01:00'],
    ['from=2026-03-05T10%3A00%3A00+01%3A00', '2026-03-05T10:00:00+01:00'],
  ])('%s', (query, value) => {
    expect(read(query).map(([, each]) => each)).toEqual([value]);
  });
});

describe('a plus is a space', () => {
  test.each([
    ['firstName=Ira+Fox', 'Ira Fox'],
    ['name=+49', ' 49'],
    ['email=+ira@example.com+', ' ira@example.com '],
    ['email=++', '  '],
    ['email=ira%20tag@example.com', 'ira tag@example.com'],
    ['phoneNumber=0151+12345678', '0151 12345678'],
    ['phoneNumber=++49151', '  49151'],
    ['from=2026-03-05+10:00:00Z', '2026-03-05 10:00:00Z'],
  ])('%s', (query, value) => {
    expect(read(query).map(([, each]) => each)).toEqual([value]);
  });
});

test('other parts of a query stay as they are', () => {
  const query = 'a+b=c+d&email&=x+y&%zz=+&&utm_source=a+b';
  expect(withPluses(query, () => undefined)).toBe(query);
  expect(read(`${query}&email=a+b@x.de`)).toEqual([...new URLSearchParams(query), ['email', 'a+b@x.de']]);
});

test('a long query is read in a moment', () => {
  const ms = computing(() => {
    for (const value of [`a${'+'.repeat(200_000)}a`, '+'.repeat(20_000), '+a'.repeat(10_000), '%2c+'.repeat(5_000)]) {
      for (const name of kinds.keys()) withPluses(`${name}=${value}`, (each) => kinds.get(each));
    }
  });
  expect(ms).toBeLessThan(1_000);
});
