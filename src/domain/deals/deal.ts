import { z } from 'zod';
import { enumeration, id, idList, list, pageOf, rangeBound, text } from '#src/domain/input.ts';

export const dealTransactionTypes = ['WON', 'RECURRING', 'DEPOSIT'] as const;

export interface Deal {
  id: number;
  contactId: number;
  eventCallId: number | null;
  userId: number | null;
  /** Decimal text; a number in `/v1`. */
  value: string;
  currency: string;
  transactionType: (typeof dealTransactionTypes)[number];
  productName: string | null;
  time: string;
  createdAt: string;
  updatedAt: string;
}

export interface DealPage {
  deals: Deal[];
  count: number;
}

export const dealListInput = z.object({
  ...pageOf('Deals'),
  search: text(200)
    .optional()
    .describe("Free text: each word must occur in the product name or in the contact's name, e-mail or phone number."),
  contactId: id().optional().describe('A single contact id.'),
  userIds: idList().optional().describe('User ids of closers.'),
  transactionType: list(enumeration(dealTransactionTypes)).optional().describe('Types of deals.'),
  timeFrom: rangeBound('Start', 'time'),
  timeTo: rangeBound('End', 'time'),
});

export type DealListInput = z.output<typeof dealListInput>;
