import { expect, test } from 'vitest';
import { mentions } from '#src/domain/saved-views/mentions.ts';

const contact = { emails: ["o'brien@q.example"], phoneNumbers: ['+14155550999'] };
const query = (search: Readonly<Record<string, string>>) => new URLSearchParams(search).toString();

test.each([
  ['an address in a list', query({ emails: "kim@q.example,O'Brien@q.example" })],
  ['an address as JSON', query({ search: `"o'brien@q.example"` })],
  ['a number as it is stored', query({ search: '"+14155550999"' })],
  ['a number as people write it', query({ search: '(415) 555-0999' })],
  ['a number with a zero before it', query({ search: '0415 555 0999' })],
  ['a number with an extension', query({ search: '(415) 555-0999 ext 5' })],
])('a search for %s mentions the contact', (_, search) => {
  expect(mentions({ name: 'x', search }, contact)).toBe(true);
});

test.each([
  "Mail to o'brien@q.example.",
  "mailto:o'brien@q.example!",
  "o'brien@q.example/all",
  "o'brien@q.example’s calls",
  'Call 415 555 0999',
])('the name “%s” mentions the contact', (name) => {
  expect(mentions({ name, search: '' }, contact)).toBe(true);
});

test.each([
  ['an address that ends with it', query({ search: "joo'brien@q.example" })],
  ['an address that goes on', query({ search: "o'brien@q.example.org" })],
  ['zeros', query({ search: '0000000' })],
  ['a time', query({ from: '00:00:00.000' })],
  ['a few digits', query({ search: '00000999' })],
  ['another number', query({ search: '+14155550998' })],
])('%s does not mention the contact', (_, search) => {
  expect(mentions({ name: 'Invoice 0000999', search }, contact)).toBe(false);
});
