import { z } from 'zod';
import {
  enumeration,
  filterList,
  id,
  idList,
  integer,
  namesChange,
  nameText,
  storedInstant,
  text,
} from '#src/domain/input.ts';
import { orderOf, pageOf, rangeBound, recordTimes } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { originFilters } from '#src/domain/reports/origin-filters.ts';
import { filtersByCall } from '#src/domain/sales/filters-by-call.ts';
import { currency, price } from '#src/domain/sales/money.ts';
import { saleOrderColumns } from '#src/domain/sales/order.ts';

export const dealTransactionTypes = ['WON', 'RECURRING', 'DEPOSIT'] as const;

export const dealRecord = {
  id: field.int('Deal id.'),
  contactId: field.int('Contact id of the buyer; null if the contact was erased.').nullable(),
  eventCallId: field.int('Id of the call that led to the deal.').nullable(),
  userId: field.int('User id of the closer.').nullable(),
  value: field.decimal('Value of the deal: decimal text in GraphQL, a number in `/v1`.'),
  currency: field.string('Currency as an ISO 4217 code.'),
  transactionType: field.oneOf(dealTransactionTypes, 'Type of the deal.'),
  productId: field.int('Id of the product that was sold.').nullable(),
  productName: field.string('Name of the product that was sold, as it was then.').nullable(),
  installments: field.int('Number of payments that were agreed; null without a plan.').nullable(),
  time: field.dateTime('When the deal was made.'),
  createdAt: field.dateTime('When the deal was created.'),
  updatedAt: field.dateTime('When the deal was last changed.'),
};
export interface Deal extends RecordOf<typeof dealRecord> {}

export type DealPage = Page<'deals', Deal>;

export const dealListInput = z.object({
  ...pageOf('Deals'),
  search: text(200)
    .optional()
    .describe("Free text: each word must occur in the product name or in the contact's name, email or phone number."),
  contactId: id().optional().describe('Only deals of this contact.'),
  userIds: idList().optional().describe('Only deals of these closers, by user id.'),
  transactionType: filterList(enumeration(dealTransactionTypes)).optional().describe('Only deals of these types.'),
  productId: id().optional().describe('Only deals of this product.'),
  currency: currency().optional().describe('Only deals in this currency, an ISO 4217 code in capital letters.'),
  ...filtersByCall('deals'),
  ...originFilters({
    records: 'deals',
    source: 'The source of a deal is utm_source of its call, or else of its contact.',
    product: '',
  }),
  timeFrom: rangeBound('Start', 'time'),
  timeTo: rangeBound('End', 'time'),
  ...recordTimes(),
  ...orderOf('deals', saleOrderColumns),
});

export type DealListInput = z.output<typeof dealListInput>;

/** The filters of the list. */
export const dealSumsInput = dealListInput.omit({
  page: true,
  limit: true,
  cursor: true,
  orderColumn: true,
  orderBy: true,
});

export type DealSumsInput = z.output<typeof dealSumsInput>;

/** The filters of the board; each type has a page of its own. */
export const dealBoardInput = dealListInput
  .omit({ page: true, cursor: true, transactionType: true })
  .extend({ limit: dealListInput.shape.limit.describe('Deals of each type, 1 to 100.') });

export type DealBoardInput = z.output<typeof dealBoardInput>;

/** Deals in one currency. Amounts in different currencies are never added. */
export interface DealSum {
  readonly currency: string;
  readonly count: number;
  readonly value: string;
  /** What was paid of them. */
  readonly paid: string;
}

const contactId = id().describe('Contact id of the buyer.');
const value = price().describe(
  'Value of the deal, at least 0, with at most 2 decimals, or 3 if its currency has 3: decimal text in GraphQL, a number in `/v1`.',
);
const currencyCode = currency().describe('Currency as an ISO 4217 code in capital letters.');
const transactionType = enumeration(dealTransactionTypes).describe('Type of the deal.');

/** Null clears a field; an absent field stays as it is. */
const fields = {
  eventCallId: id()
    .nullish()
    .describe('Id of the call that led to the deal: a call with this contact that you can see.'),
  userId: id()
    .nullish()
    .describe(
      'User id of the closer, a member of the workspace. Closers and setters may only set themselves. Default for a new deal by an owner or admin: the closer of the call, or the caller if there is no call or its closer has left the workspace.',
    ),
  productId: id()
    .nullish()
    .describe(
      'Id of the product that was sold. Default: the product that has the name of `productName`, if there is one.',
    ),
  productName: nameText(255)
    .nullish()
    .describe('Name of the product that was sold. With `productId`, it must be its name, which is also the default.'),
  installments: integer(2, 120)
    .nullish()
    .describe('Number of payments that were agreed, from 2 to 120. Null for no plan. No payment is created by it.'),
  time: storedInstant().optional().describe('When the deal was made. Default for a new deal: now.'),
};

export const createDealInput = z.object({ contactId, value, currency: currencyCode, transactionType, ...fields });

const dealId = id().describe('Deal id.');

export const updateDealInput = z
  .object({
    id: dealId,
    contactId: contactId
      .nullish()
      .describe('Contact id of the buyer. Null is accepted only if the contact was erased.'),
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
