import { z } from 'zod';
import {
  email,
  enumeration,
  id,
  idList,
  namesChange,
  nameText,
  phoneNumber,
  storedInstant,
  text,
} from '#src/domain/input.ts';
import { orderOf, pageOf, rangeBound, recordTimes } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { currency, payment } from '#src/domain/sales/money.ts';
import { saleOrderColumns } from '#src/domain/sales/order.ts';

export const transactionSources = ['Stripe', 'Zapier', 'Make', 'Other'] as const;

export const transactionRecord = {
  id: field.int('Transaction id.'),
  dealId: field.int('Id of the deal that it belongs to.').nullable(),
  contactId: field.int('Contact id of the payer.').nullable(),
  userId: field.int('User id of the closer.').nullable(),
  value: field.decimal('Amount: decimal text here, a number in `/v1`.'),
  currency: field.string('ISO 4217 code.'),
  name: field.string("The payer's name.").nullable().personal(),
  email: field.string("The payer's e-mail address.").nullable().personal(),
  phoneNumber: field.string("The payer's phone number, E.164.").nullable().personal(),
  source: field.oneOf(transactionSources, 'Where it was entered from.'),
  description: field.string('What it was for.').nullable(),
  time: field.dateTime('When it was paid.'),
  createdAt: field.dateTime('When it was entered.'),
  updatedAt: field.dateTime('When it was last changed.'),
};
export interface Transaction extends RecordOf<typeof transactionRecord> {}

export type TransactionPage = Page<'transactions', Transaction>;

export const transactionListInput = z.object({
  ...pageOf('Transactions'),
  search: text(200)
    .optional()
    .describe('Free text: each word must occur in the name, e-mail, phone number or description.'),
  contactId: id().optional().describe('A single contact id.'),
  userIds: idList().optional().describe('User ids of closers.'),
  timeFrom: rangeBound('Start', 'time'),
  timeTo: rangeBound('End', 'time'),
  ...recordTimes(),
  ...orderOf('transactions', saleOrderColumns),
});

export type TransactionListInput = z.output<typeof transactionListInput>;

const value = payment().describe(
  'Amount with at most 2 decimals: a number in `/v1`, decimal text in GraphQL. A refund is negative.',
);
const currencyCode = currency().describe('ISO 4217 code in capital letters; with a deal that of the deal.');

/** Null clears a field; an absent field stays as it is. */
const fields = {
  dealId: id().nullish().describe('Id of the deal that it belongs to: one that you see.'),
  contactId: id()
    .nullish()
    .describe('Contact id of the payer. With a deal it is the contact of the deal, which is also the default.'),
  userId: id()
    .nullish()
    .describe(
      'User id of the closer, a member of the workspace. A closer or setter may name only themselves. For a new transaction of an owner or admin it is the closer of the deal, or the caller where there is none or they left the workspace, unless stated.',
    ),
  name: nameText(255).nullish().describe('Name of the payer.'),
  email: email().nullish().describe('E-mail address of the payer.'),
  phoneNumber: phoneNumber().nullish().describe('Phone number of the payer, E.164.'),
  source: enumeration(transactionSources).optional().describe('Where it was entered from; Other unless stated.'),
  description: text(2000).nullish().describe('What it was for.'),
  time: storedInstant().optional().describe('When it was paid; now for a new transaction.'),
};

export const createTransactionInput = z.object({ value, currency: currencyCode, ...fields });

const transactionId = id().describe('Transaction id.');

export const updateTransactionInput = z
  .object({ id: transactionId, value: value.optional(), currency: currencyCode.optional(), ...fields })
  .refine(...namesChange('id'));

export const deleteTransactionInput = z.object({ id: transactionId });

export type CreateTransactionInput = z.output<typeof createTransactionInput>;
export type UpdateTransactionInput = z.output<typeof updateTransactionInput>;
export type TransactionFields = Omit<UpdateTransactionInput, 'id'>;
