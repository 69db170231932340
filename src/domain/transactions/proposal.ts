import { field, type RecordOf } from '#src/domain/record.ts';

/** Why a deal is proposed, the strongest reason first. */
export const proposalReasons = ['CONTACT', 'EMAIL', 'PHONE', 'AMOUNT', 'NAME'] as const;

export type ProposalReason = (typeof proposalReasons)[number];

/** How much each reason counts. Who paid counts more than how much, and an address more than a name. */
export const proposalWeights: Readonly<Record<ProposalReason, number>> = {
  CONTACT: 16,
  EMAIL: 9,
  PHONE: 8,
  AMOUNT: 4,
  NAME: 3,
};

/** The maximum of deals that are proposed for a payment. */
export const maxProposals = 3;

/** The latest deals whose amounts are compared with a payment of somebody who is not known. */
export const maxDealsByAmount = 500;

/** A deal to which a payment may belong. */
export const proposedDealRecord = {
  dealId: field.int('Id of the deal.'),
  reasons: field.someOf(proposalReasons, 'Why the payment may belong to the deal, the strongest reason first.'),
  contactId: field.int('Contact id of the buyer; null if the contact was erased.').nullable(),
  contactName: field
    .string("The buyer's name; the email or phone number without one. Null for an erased contact.")
    .nullable()
    .personal(),
  productName: field.string('Name of the product that was sold, as it was then.').nullable(),
  value: field.decimal('Value of the deal.'),
  paid: field.decimal('The sum of all transactions of the deal; refunds are negative.'),
  currency: field.string('Currency of the deal and the payment as an ISO 4217 code.'),
  time: field.dateTime('When the deal was made.'),
};
export interface ProposedDeal extends RecordOf<typeof proposedDealRecord> {}
