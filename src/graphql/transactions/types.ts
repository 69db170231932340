import { saleOfRow } from '#src/db/reads/sales.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  maxDealsByAmount,
  maxProposals,
  proposalReasons,
  proposedDealRecord,
} from '#src/domain/transactions/proposal.ts';
import { transactionRecord, transactionSources } from '#src/domain/transactions/transaction.ts';
import { proposedDeals } from '#src/services/sales/read-sales.ts';
import { batched } from '../batches.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields, recordType } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';
import type { RestFields } from '../rest-endpoint.ts';

export const TransactionSourceEnum = enumType('TransactionSource', transactionSources, 'The source of a transaction.');

enumType('ProposalReason', proposalReasons, 'Why a payment may belong to a deal.');

const ProposedDealType = recordType('ProposedDeal', proposedDealRecord, {
  description: 'A deal to which a payment without a deal may belong. It has the currency of the payment.',
  others: (t) => ({
    contactName: t.exposeString('contactName', {
      nullable: true,
      description: "The buyer's name. Null with INSUFFICIENT_SCOPE without `contacts:read`.",
      authScopes: recordPolicies.Contact.read,
    }),
  }),
});

/** One statement reads the proposals for all transactions of a page. */
const proposalsOf = batched(proposedDeals);

/** The document cost of the proposals for one transaction. */
const proposalsCost = 5;

export const TransactionType = builder.prismaObject('Transaction', {
  findUnique: byId,
  description: 'A transaction: a payment that was received, or a refund.',
  fields: (t) =>
    recordFields(t, transactionRecord, {
      proposals: t.field({
        type: [ProposedDealType],
        nullable: true,
        description: `The visible deals to which a payment without a deal may belong, at most ${maxProposals}, the best first: deals in its currency of the same person, by contact, email, phone number or name, and of the latest ${maxDealsByAmount} deals those of which it pays the value, what is open, or the next installment. Empty for refunds and transactions with a deal. Null with INSUFFICIENT_SCOPE without \`deals:read\`.`,
        authScopes: recordPolicies.Deal.read,
        extensions: { ownCost: proposalsCost, restFields: [] satisfies RestFields['restFields'] },
        resolve: async ({ id }, _args, context) => (await proposalsOf(context, id)) ?? [],
      }),
    }),
});

export const TransactionPageType = pageType('transactions', TransactionType, {
  of: 'transactions',
  count: 'Total number of matching transactions.',
});

export const transactionTarget: RelationTarget<Parameters<typeof saleOfRow>[0]> = {
  type: TransactionType,
  record: 'Transaction',
  model: 'transaction',
  toRecord: saleOfRow,
  orderBy: [{ time: 'desc' }, { id: 'desc' }],
};
