import { z } from 'zod';
import { id, idList, pageOf, rangeBound, text } from '#src/domain/input.ts';

export const transactionSources = ['Stripe', 'Zapier', 'Make', 'Other'] as const;

export interface Transaction {
  id: number;
  dealId: number | null;
  contactId: number | null;
  userId: number | null;
  /** Decimal text; a number in `/v1`. */
  value: string;
  currency: string;
  name: string | null;
  email: string | null;
  phoneNumber: string | null;
  source: (typeof transactionSources)[number];
  description: string | null;
  time: string;
  createdAt: string;
  updatedAt: string;
}

export interface TransactionPage {
  transactions: Transaction[];
  count: number;
}

export const transactionListInput = z.object({
  ...pageOf('Transactions'),
  search: text(200)
    .optional()
    .describe('Free text: each word must occur in the name, e-mail, phone number or description.'),
  contactId: id().optional().describe('A single contact id.'),
  userIds: idList().optional().describe('User ids of closers.'),
  timeFrom: rangeBound('Start', 'time'),
  timeTo: rangeBound('End', 'time'),
});

export type TransactionListInput = z.output<typeof transactionListInput>;
