import { expect, test } from 'vitest';
import { inputTypes } from '#src/domain/custom-fields/custom-field.ts';
import { useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';

const app = await useApp();
const key = await app.apiKey(await app.workspace());

const integer = ['Must be an integer'];
const paging: [string, Record<string, string[]>][] = [
  ['page=-1', { page: ['Must be at least 0'] }],
  ['page=1.5', { page: integer }],
  ['limit=0', { limit: ['Must be at least 1'] }],
  ['limit=101', { limit: ['Must be at most 100'] }],
  ['limit=abc', { limit: integer }],
  ['search=%00', { search: ['Must not contain control characters or broken Unicode'] }],
  [`search=${'x'.repeat(201)}`, { search: ['Must be at most 200 characters'] }],
  ['page=1&page=2', { page: ['Must be given once'] }],
  ['search=%ff', { search: ['Must be percent-encoded UTF-8'] }],
];
const userIds: [string, Record<string, string[]>][] = [
  ['userIds=1,x', { userIds: integer }],
  ['userIds=0', { userIds: ['Must be at least 1'] }],
  ['userIds=2147483648', { userIds: ['Must be at most 2147483647'] }],
  ['userIds=,', { userIds: ['Must name at least one value'] }],
  [`userIds=${Array(201).fill('1').join(',')}`, { userIds: ['Must have at most 200 items'] }],
];
const answers: [string, Record<string, string[]>][] = [
  ['optionIds=1,x', { optionIds: integer }],
  ['unansweredFieldIds=0', { unansweredFieldIds: ['Must be at least 1'] }],
];
const date = 'Must be an existing date (YYYY-MM-DD) or an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)';
const times: [string, Record<string, string[]>][] = [
  ['timeFrom=2026-02-30&timeTo=x', { timeFrom: [date], timeTo: [date] }],
  ['contactId=x', { contactId: integer }],
  ['contactId=0', { contactId: ['Must be at least 1'] }],
];
const choice = (name: string, values: string): [string, Record<string, string[]>][] => [
  [`${name}=WON,nothing`, { [name]: [`Must be one of: ${values}`] }],
  [`${name}=`, { [name]: ['Must name at least one value'] }],
];

const lists: [string, [string, Record<string, string[]>][]][] = [
  ['/v1/contacts', [...paging, ...userIds, ...answers, ...choice('status', 'POTENTIAL, QUALIFIED, DISQUALIFIED')]],
  ['/v1/deals', [...paging, ...userIds, ...times, ...choice('transactionType', 'WON, RECURRING, DEPOSIT')]],
  ['/v1/transactions', [...paging, ...userIds, ...times]],
  ['/v1/users', [...paging, ...choice('role', 'OWNER, ADMIN, CLOSER, SETTER')]],
  ['/v1/fields/objects/all', choice('inputType', inputTypes.join(', '))],
  ['/v1/events', [...paging, ...choice('status', 'ACTIVATED, DEACTIVATED')]],
];

test.each(lists.flatMap(([path, cases]) => cases.map(([query, errors]) => [path, query, errors] as const)))(
  '%s?%s is refused, by the name of the field',
  async (path, query, fieldErrors) => {
    const { status, body } = await app.get(`${path}?${query}`, key);
    expect({ status, body }).toEqual({ status: 400, body: variantA(fieldErrors, path) });
  },
);

test.each(lists.map(([path]) => path))('%s reports every problem at once', async (path) => {
  const { status, body } = await app.get(`${path}?page=x&limit=0&search=%00`, key);
  expect([status, Object.keys(body.message.details.fieldErrors).sort()]).toEqual([400, ['limit', 'page', 'search']]);
});
