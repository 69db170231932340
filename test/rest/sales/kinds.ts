import { bearer, type TestApp } from '../../support/app.ts';
import type { Factories, Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { contactOf, deal, product, transaction } from '../../support/sales-factories.ts';

const time = '2026-01-04T10:00:00.120Z';

/** Deals and transactions keep one contract: what is special to one of them stands here. */
export const kinds = [
  {
    name: 'deal',
    list: 'deals',
    path: '/v1/deals',
    type: 'Deal',
    stored: deal,
    /** The required fields alone. */
    required: async (app: Factories, { workspaceId }: Member): Promise<object> => ({
      ...{ contactId: await app.contact(workspaceId), value: 100, currency: 'USD', transactionType: 'WON' },
    }),
    /** Every field that can be written, in the order of the record. */
    every: async (app: Factories, owner: Member): Promise<object> => {
      const eventCallId = await app.call(owner);
      const { userId } = await app.member(owner.workspaceId, 'CLOSER');
      const named = { contactId: await contactOf(app, eventCallId), eventCallId, userId };
      const productName = 'Größer, 成長';
      const productId = await product(app, owner, { name: productName });
      const rest = { transactionType: 'DEPOSIT', productId, productName, installments: 12, time };
      return { ...named, value: 1999.9, currency: 'EUR', ...rest };
    },
    nothing: { eventCallId: null, productId: null, productName: null, installments: null } as object,
    text: 'productName',
    relations: 'contact { id } eventCall { id } product { id } closerMember { id }',
  },
  {
    name: 'transaction',
    list: 'transactions',
    path: '/v1/transactions',
    type: 'Transaction',
    stored: transaction,
    required: async (): Promise<object> => ({ value: 100, currency: 'USD' }),
    every: async (app: Factories, owner: Member): Promise<object> => {
      const contactId = await app.contact(owner.workspaceId);
      const dealId = await deal(app, owner, { contactId, currency: 'EUR' });
      const { userId } = await app.member(owner.workspaceId, 'CLOSER');
      const payer = { name: 'Zoë Ängström', email: 'Zoe@Example.com', phoneNumber: '+4915112345678' };
      const rest = { source: 'Stripe', description: 'Refund of\nthe first payment', time };
      return { dealId, refundOf: null, contactId, userId, value: -20.05, currency: 'EUR', ...payer, ...rest };
    },
    nothing: {
      ...{ dealId: null, refundOf: null, contactId: null, name: null, email: null, phoneNumber: null },
      ...{ source: 'Other', description: null },
    } as object,
    text: 'name',
    relations: 'contact { id } deal { id } closerMember { id }',
  },
] as const;

export type Kind = (typeof kinds)[number];

/** A workspace, and the requests of a kind with a key of its owner, or with another. */
export async function placeOf(app: TestApp, { path, list }: Kind) {
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  const write =
    (method: 'POST' | 'PUT') =>
    (body: unknown, as = key, headers = {}) =>
      sendJson(app, [method, path], body, { key: as, headers });
  return {
    ...{ owner, key, create: write('POST'), update: write('PUT') },
    remove: (query: string, as = key) => app.request(`${path}${query}`, { method: 'DELETE', headers: bearer(as) }),
    all: async () => (await app.get(path, key)).body.data[list],
  };
}
