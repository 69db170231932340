import { z } from 'zod';
import { enumeration, filterList, id, idList, namesChange, nameText, storedInstant, text } from '#src/domain/input.ts';
import { orderOf, pageOf, rangeBound, recordTimes } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { currency, price } from '#src/domain/sales/money.ts';
import { saleOrderColumns } from '#src/domain/sales/order.ts';

export const dealTransactionTypes = ['WON', 'RECURRING', 'DEPOSIT'] as const;

export const dealRecord = {
  id: field.int('Deal id.'),
  contactId: field.int('Contact id of the buyer; null where the contact was erased.').nullable(),
  eventCallId: field.int('Id of the call that it came of.').nullable(),
  userId: field.int('User id of the closer.').nullable(),
  value: field.decimal('Amount: decimal text here, a number in `/v1`.'),
  currency: field.string('ISO 4217 code.'),
  transactionType: field.oneOf(dealTransactionTypes, 'Type.'),
  productName: field.string('What was sold.').nullable(),
  time: field.dateTime('When it was made.'),
  createdAt: field.dateTime('When it was entered.'),
  updatedAt: field.dateTime('When it was last changed.'),
};
export interface Deal extends RecordOf<typeof dealRecord> {}

export type DealPage = Page<'deals', Deal>;

export const dealListInput = z.object({
  ...pageOf('Deals'),
  search: text(200)
    .optional()
    .describe("Free text: each word must occur in the product name or in the contact's name, e-mail or phone number."),
  contactId: id().optional().describe('A single contact id.'),
  userIds: idList().optional().describe('User ids of closers.'),
  transactionType: filterList(enumeration(dealTransactionTypes)).optional().describe('Types of deals.'),
  timeFrom: rangeBound('Start', 'time'),
  timeTo: rangeBound('End', 'time'),
  ...recordTimes(),
  ...orderOf('deals', saleOrderColumns),
});

export type DealListInput = z.output<typeof dealListInput>;

const contactId = id().describe('Contact id of the buyer.');
const value = price().describe(
  'Amount, at least 0, with at most 2 decimals: a number in `/v1`, decimal text in GraphQL.',
);
const currencyCode = currency().describe('ISO 4217 code in capital letters.');
const transactionType = enumeration(dealTransactionTypes).describe('Type.');

/** Null clears a field; an absent field stays as it is. */
const fields = {
  eventCallId: id().nullish().describe('Id of the call that it came of: one with this contact, which you see.'),
  userId: id()
    .nullish()
    .describe(
      'User id of the closer, a member of the workspace. A closer or setter may name only themselves. For a new deal of an owner or admin it is the closer of the call, or the caller where there is none or they left the workspace, unless stated.',
    ),
  productName: nameText(255).nullish().describe('What was sold.'),
  time: storedInstant().optional().describe('When it was made; now for a new deal.'),
};

export const createDealInput = z.object({ contactId, value, currency: currencyCode, transactionType, ...fields });

const dealId = id().describe('Deal id.');

export const updateDealInput = z
  .object({
    id: dealId,
    contactId: contactId
      .nullish()
      .describe('Contact id of the buyer. Null is accepted only where the deal has none, because it was erased.'),
    value: value.optional(),
    currency: currencyCode.optional(),
    transactionType: transactionType.optional(),
    ...fields,
  })
  .refine(...namesChange('id'));

export const deleteDealInput = z.object({ id: dealId });

export type CreateDealInput = z.output<typeof createDealInput>;
export type UpdateDealInput = z.output<typeof updateDealInput>;
export type DealFields = Omit<UpdateDealInput, 'id'>;
