import { describe, expect, test } from 'vitest';
import { createDealInput, dealListInput, deleteDealInput, updateDealInput } from '#src/domain/deals/deal.ts';
import { saleOrder } from '#src/domain/sales/order.ts';
import {
  createTransactionInput,
  deleteTransactionInput,
  transactionListInput,
  updateTransactionInput,
} from '#src/domain/transactions/transaction.ts';
import { codesIn, type Schema } from '../../support/problems.ts';

const deal = { contactId: 1, value: '0', currency: 'EUR', transactionType: 'WON' };
const transaction = { value: '-12.50', currency: 'USD' };

describe.each<[string, Schema, object, string[]]>([
  ['a deal', createDealInput, deal, ['contactId', 'value', 'currency', 'transactionType']],
  ['a transaction', createTransactionInput, transaction, ['value', 'currency']],
])('%s', (_, schema, sale, required) => {
  test('has what it needs', () => {
    expect(codesIn(schema, sale)).toEqual([]);
    expect(codesIn(schema, {})).toEqual(required.map((name) => `${name} required`));
  });

  test('was made in a year that the database and every client hold', () => {
    for (const time of ['1900-01-02T00:00:00Z', '2999-12-30T23:59:59.999Z']) {
      expect(codesIn(schema, { ...sale, time })).toEqual([]);
    }
    for (const time of ['1900-01-01T23:59:59Z', '2999-12-31T00:00:00Z']) {
      expect(codesIn(schema, { ...sale, time })).toEqual(['time out_of_range']);
    }
    expect(codesIn(schema, { ...sale, time: '2027-02-01' })).toEqual(['time invalid_format']);
  });
});

test('money goes back to the payer of a transaction, and is never owed by a deal', () => {
  expect(codesIn(createDealInput, { ...deal, value: '-0.01' })).toEqual(['value too_small']);
  expect(codesIn(updateDealInput, { id: 1, value: '-0.01' })).toEqual(['value too_small']);
  expect(codesIn(createTransactionInput, { ...transaction, value: '-0.01' })).toEqual([]);
  expect(codesIn(updateTransactionInput, { id: 1, value: '-0.01' })).toEqual([]);
});

test.each<[string, Schema, object, object]>([
  [
    'deal',
    updateDealInput,
    { contactId: null, eventCallId: null, userId: null, productName: null, installments: null },
    { value: null, currency: null, transactionType: null, time: null },
  ],
  [
    'transaction',
    updateTransactionInput,
    { dealId: null, contactId: null, userId: null, name: null, email: null, phoneNumber: null, description: null },
    { value: null, currency: null, source: null, time: null },
  ],
])('null clears some fields of a %s, and no others', (_, schema, cleared, stay) => {
  for (const [name, value] of Object.entries(cleared)) expect(codesIn(schema, { id: 1, [name]: value })).toEqual([]);
  for (const [name, value] of Object.entries(stay)) {
    expect(codesIn(schema, { id: 1, [name]: value })).toEqual([expect.stringMatching(`^${name} `)]);
  }
});

test('a new deal has a contact, which no null takes the place of', () => {
  expect(codesIn(createDealInput, { ...deal, contactId: null })).toEqual(['contactId invalid_type']);
});

test.each<[string, Schema, Schema]>([
  ['deal', updateDealInput, deleteDealInput],
  ['transaction', updateTransactionInput, deleteTransactionInput],
])('a change of a %s changes something, and its end names it', (_, change, end) => {
  expect(codesIn(change, { id: 1 })).toEqual([' required']);
  expect(codesIn(change, { id: 1, userId: null })).toEqual([]);
  expect(codesIn(change, { userId: null })).toEqual(['id required']);
  expect(codesIn(end, { id: 1 })).toEqual([]);
  expect(codesIn(end, {})).toEqual(['id required']);
});

test('the texts of a sale have a certain length', () => {
  const texts = { name: 'x'.repeat(255), description: 'x'.repeat(2_000) };
  expect(codesIn(createTransactionInput, { ...transaction, ...texts })).toEqual([]);
  const longer = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, `${text}x`]));
  expect(codesIn(createTransactionInput, { ...transaction, ...longer, email: 'x', phoneNumber: '1' })).toEqual([
    ...['name too_long', 'email invalid_format', 'phoneNumber invalid_format', 'description too_long'],
  ]);
  expect(codesIn(createDealInput, { ...deal, productName: 'x'.repeat(255) })).toEqual([]);
  expect(codesIn(createDealInput, { ...deal, productName: 'x'.repeat(256) })).toEqual(['productName too_long']);
});

test.each<[string, Schema]>([
  ['deals', dealListInput],
  ['transactions', transactionListInput],
])('a list of %s is searched by 200 characters, sorted by what it has, and filtered by values', (_, schema) => {
  for (const orderColumn of ['time', 'createdAt', 'updatedAt', 'id'])
    expect(codesIn(schema, { orderColumn })).toEqual([]);
  expect(codesIn(schema, { search: 'x'.repeat(200), limit: 100, page: 0, timeFrom: '2027-02-01' })).toEqual([]);
  expect(codesIn(schema, { search: 'x'.repeat(201), limit: 101, page: -1, userIds: [], orderColumn: 'value' })).toEqual(
    [...['page too_small', 'limit too_big', 'search too_long', 'userIds too_few', 'orderColumn unknown_value']],
  );
  expect(saleOrder).toEqual({ orderColumn: 'time', orderBy: 'desc' });
});

test('a plan has between 2 and 120 payments', () => {
  const codesOf = (installments: unknown) => [
    codesIn(createDealInput, { ...deal, installments }),
    codesIn(updateDealInput, { id: 1, installments }),
  ];
  for (const installments of [null, 2, 120]) expect(codesOf(installments)).toEqual([[], []]);
  for (const [installments, code] of [
    [1, 'too_small'],
    [121, 'too_big'],
    [2.5, 'invalid_type'],
    ['3', 'invalid_type'],
  ]) {
    expect(codesOf(installments)).toEqual([[`installments ${code}`], [`installments ${code}`]]);
  }
});
