import { z } from 'zod';
import {
  boolean,
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
import { originFilters } from '#src/domain/reports/origin-filters.ts';
import { filtersByCall } from '#src/domain/sales/filters-by-call.ts';
import { currency, payment } from '#src/domain/sales/money.ts';
import { saleOrderColumns } from '#src/domain/sales/order.ts';

export const transactionSources = ['Stripe', 'Zapier', 'Make', 'Other'] as const;

export const transactionRecord = {
  id: field.int('Transaction id.'),
  dealId: field.int('Id of the deal that the transaction belongs to.').nullable(),
  refundOf: field.int('Id of the transaction that this one refunds.').nullable(),
  contactId: field.int('Contact id of the payer.').nullable(),
  userId: field.int('User id of the closer.').nullable(),
  value: field.decimal('Amount: decimal text in GraphQL, a number in `/v1`.'),
  currency: field.string('Currency as an ISO 4217 code.'),
  name: field.string("The payer's name.").nullable().personal(),
  email: field.string("The payer's email address.").nullable().personal(),
  phoneNumber: field.string("The payer's phone number in E.164 format.").nullable().personal(),
  source: field.oneOf(transactionSources, 'Source of the transaction.'),
  description: field.string('Description of the payment.').nullable(),
  time: field.dateTime('When the payment was made.'),
  createdAt: field.dateTime('When the transaction was created.'),
  updatedAt: field.dateTime('When the transaction was last changed.'),
};
export interface Transaction extends RecordOf<typeof transactionRecord> {}

export type TransactionPage = Page<'transactions', Transaction>;

export const transactionListInput = z.object({
  ...pageOf('Transactions'),
  search: text(200)
    .optional()
    .describe('Free text: each word must occur in the name, email, phone number or description.'),
  contactId: id().optional().describe('Only transactions of this contact.'),
  userIds: idList().optional().describe('Only transactions of these closers, by user id.'),
  hasDeal: boolean().optional().describe('Only transactions with a deal, or only transactions without one.'),
  isRefund: boolean()
    .optional()
    .describe('Only refunds of a payment, or only transactions that refund none: see `refundOf`.'),
  currency: currency().optional().describe('Only transactions in this currency, an ISO 4217 code in capital letters.'),
  dealUserIds: idList()
    .optional()
    .describe("Only transactions whose deal is of these closers, by user id, whoever is the transaction's own closer."),
  ...filtersByCall('transactions of deals'),
  ...originFilters({
    records: 'transactions',
    source: "The source of a transaction is utm_source of its deal's call, or else of its contact.",
    product: 'The product of a transaction is that of its deal.',
  }),
  timeFrom: rangeBound('Start', 'time'),
  timeTo: rangeBound('End', 'time'),
  ...recordTimes(),
  ...orderOf('transactions', saleOrderColumns),
});

export type TransactionListInput = z.output<typeof transactionListInput>;

const value = payment().describe(
  'Amount with at most 2 decimals, or 3 if its currency has 3: decimal text in GraphQL, a number in `/v1`. A refund is negative; all refunds of a payment are at most its value.',
);
const currencyCode = currency().describe(
  "Currency as an ISO 4217 code in capital letters. With a deal, it must be the deal's currency.",
);

/** Null clears a field; an absent field stays as it is. */
const fields = {
  dealId: id().nullish().describe('Id of the deal that the transaction belongs to: a deal that you can see.'),
  contactId: id()
    .nullish()
    .describe("Contact id of the payer. With a deal, it must be the deal's contact, which is also the default."),
  userId: id()
    .nullish()
    .describe(
      'User id of the closer, a member of the workspace. Closers and setters may only set themselves. Default for a new transaction by an owner or admin: the closer of the refunded transaction or of the deal, or the caller if there is neither or that closer has left the workspace.',
    ),
  name: nameText(255).nullish().describe('Name of the payer.'),
  email: email().nullish().describe('Email address of the payer.'),
  phoneNumber: phoneNumber().nullish().describe('Phone number of the payer in E.164 format.'),
  source: enumeration(transactionSources).optional().describe('Source of the transaction. Default: Other.'),
  description: text(2000).nullish().describe('Description of the payment.'),
  time: storedInstant().optional().describe('When the payment was made. Default for a new transaction: now.'),
};

export const createTransactionInput = z.object({
  value,
  currency: currencyCode,
  refundOf: id()
    .nullish()
    .describe(
      'Id of the transaction that this one refunds: a payment that you can see, whose currency, deal and contact the refund has.',
    ),
  ...fields,
});

const transactionId = id().describe('Transaction id.');

export const updateTransactionInput = z
  .object({ id: transactionId, value: value.optional(), currency: currencyCode.optional(), ...fields })
  .refine(...namesChange('id'));

export const deleteTransactionInput = z.object({ id: transactionId });

export type CreateTransactionInput = z.output<typeof createTransactionInput>;
export type UpdateTransactionInput = z.output<typeof updateTransactionInput>;
export type TransactionFields = Omit<UpdateTransactionInput, 'id'>;
