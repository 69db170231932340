import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { variantAForm } from '../../support/errors.ts';

const app = await useApp();
const key = await app.apiKey(await app.workspace());
const stranger = await app.workspace();
const strangersContact = await app.contact(stranger.workspaceId, { email: 'theirs@example.com' });

const path = '/v1/contacts/detail';
const ask = async (query: string) => {
  const { status, body } = await app.get(`${path}?${query}`, key);
  return { status, body };
};
const notFound = { status: 404, body: { message: 'Resource not found!', code: 'NOT_FOUND' } };

test.each([
  'email=nobody@example.com',
  'contactId=2147483647',
  'phoneNumber=%2B14155550199',
  'previewId=contact_nobody',
])('%s: not found', async (query) => {
  expect(await ask(query)).toEqual(notFound);
});

test('a contact of another workspace cannot be distinguished from one that does not exist', async () => {
  expect(await ask(`contactId=${strangersContact}`)).toEqual(notFound);
  expect(await ask('email=theirs@example.com')).toEqual(notFound);
});

test.each([
  '',
  'email=a@example.com&contactId=1',
  'unknown=1',
  'phoneNumber=%2B14155550101&contactId=1',
  'phoneNumber=%2B14155550101&email=a@example.com',
  'previewId=contact_a&contactId=1',
])('%j: exactly one is required', async (query) => {
  const message = 'Exactly one of email, phoneNumber, contactId and previewId is required';
  expect(await ask(query)).toEqual({ status: 400, body: variantAForm([message], path, 'GET') });
});
