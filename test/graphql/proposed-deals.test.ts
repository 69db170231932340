import { describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { deal, transaction } from '../support/sales-factories.ts';
import { nextSerial } from '../support/serial.ts';

const app = await useApp();
const scopes = { scopes: ['deals:read', 'transactions:read', 'transactions:write', 'contacts:read'] } as const;

async function person({ workspaceId }: Member, row: object): Promise<number> {
  return (await app.insert('Contact', { workspaceId, previewId: `contact_payer_${nextSerial()}`, ...row })).id;
}

interface Listed {
  readonly id: number;
  readonly proposals: readonly { readonly dealId: number; readonly reasons: readonly string[] }[];
}

async function proposalsFor(member: Member, more = ''): Promise<Map<number, [number, string[]][]>> {
  const query = `{ transactions(hasDeal: false, isRefund: false) { count transactions { id proposals { dealId reasons ${more} } } } }`;
  const { body } = await app.graphql(query, await app.apiKey(member, scopes));
  const listed: Listed[] = body.data.transactions.transactions;
  return new Map(
    listed.map(({ id, proposals }) => [id, proposals.map(({ dealId, reasons }) => [dealId, [...reasons]])]),
  );
}

describe('the deals that are proposed for a payment', () => {
  test('are of the same person, by email, phone and name, and those of the amount count more', async () => {
    const owner = await app.workspace();
    const ann = await person(owner, {
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'Ann@example.com',
      phoneNumber: '+14155550101',
    });
    const old = await deal(app, owner, { contactId: ann, value: '300.00', time: '2026-01-01T00:00:00Z' });
    const latest = await deal(app, owner, { contactId: ann, value: '900.00', time: '2026-03-01T00:00:00Z' });
    await deal(app, owner, { contactId: ann, value: '300.00', currency: 'EUR' });
    const byEmail = await transaction(app, owner, { email: 'ann@EXAMPLE.com', value: '300.00' });
    const byPhone = await transaction(app, owner, { phoneNumber: '+14155550101', value: '1.00' });
    const byName = await transaction(app, owner, { name: ' ann LEE ', value: '1.00' });
    const byContact = await transaction(app, owner, { contactId: ann, value: '900.00' });
    const byAmount = await transaction(app, owner, { name: 'A%_\\', value: '900.00' });
    const byNothing = await transaction(app, owner, { email: 'bob@example.com', value: '5.00' });
    app.statements.length = 0;
    const found = await proposalsFor(owner, 'contactName value paid currency time');
    expect(app.statements.filter((name) => name === 'transactions.proposedDeals')).toHaveLength(1);
    expect(found).toEqual(
      new Map([
        [byNothing, []],
        [byAmount, [[latest, ['AMOUNT']]]],
        [
          byContact,
          [
            [latest, ['CONTACT', 'AMOUNT']],
            [old, ['CONTACT']],
          ],
        ],
        [
          byName,
          [
            [latest, ['NAME']],
            [old, ['NAME']],
          ],
        ],
        [
          byPhone,
          [
            [latest, ['PHONE']],
            [old, ['PHONE']],
          ],
        ],
        [
          byEmail,
          [
            [old, ['EMAIL', 'AMOUNT']],
            [latest, ['EMAIL']],
          ],
        ],
      ]),
    );
  });

  test('are those of which a payment is the value, what is open, or the next installment', async () => {
    const owner = await app.workspace();
    const inParts = await deal(app, owner, { value: '1000.00', installments: 3 });
    await transaction(app, owner, { dealId: inParts, value: '333.33' });
    const paid = await deal(app, owner, { value: '50.00' });
    await transaction(app, owner, { dealId: paid, value: '50.00' });
    const amounts = ['333.34', '333.33', '666.67', '1000.00', '50.00', '333.00'];
    const ids: number[] = [];
    for (const value of amounts) ids.push(await transaction(app, owner, { value }));
    const found = await proposalsFor(owner);
    const isFound = ids.map((id) => found.get(id));
    const match = [[inParts, ['AMOUNT']]];
    expect(isFound).toEqual([match, match, match, match, [], []]);
  });

  test('know installments of whole units, do not count what was returned, and name a buyer without a name', async () => {
    const owner = await app.workspace();
    const contactId = await person(owner, { email: 'ann@example.com' });
    const yen = { currency: 'JPY', value: '100000' };
    const dealId = await deal(app, owner, { ...yen, contactId, installments: 3 });
    const returned = await transaction(app, owner, { dealId, ...yen, value: '33334' });
    await transaction(app, owner, { dealId, ...yen, value: '-33334', refundOf: returned });
    const payment = await transaction(app, owner, { ...yen, value: '33334' });
    const query = `{ transactions(hasDeal: false, isRefund: false) { transactions { id proposals { dealId contactName } } } }`;
    const { body } = await app.graphql(query, await app.apiKey(owner, scopes));
    expect(body.data.transactions.transactions).toEqual([
      { id: payment, proposals: [{ dealId, contactName: 'ann@example.com' }] },
    ]);
  });

  test('are at most three, and only those that the caller sees', async () => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const contactId = await person(owner, { firstName: 'Ann', email: 'ann@example.com' });
    for (let count = 0; count < 4; count++) await deal(app, owner, { contactId });
    const own = await deal(app, closer, { contactId });
    const payment = await transaction(app, closer, { email: 'ann@example.com', value: '1.00' });
    const hidden = await transaction(app, owner, { email: 'ann@example.com', value: '1.00' });
    expect((await proposalsFor(owner)).get(hidden)).toHaveLength(3);
    expect(await proposalsFor(closer)).toEqual(new Map([[payment, [[own, ['EMAIL']]]]]));
    expect(await proposalsFor(await app.workspace())).toEqual(new Map());
  });

  test('are none for a refund and for a payment of a deal, and the list leaves both out', async () => {
    const owner = await app.workspace();
    const dealId = await deal(app, owner);
    const payment = await transaction(app, owner, { dealId });
    const free = await transaction(app, owner, { value: '9.00' });
    const refund = await transaction(app, owner, { refundOf: free, value: '-9.00' });
    const key = await app.apiKey(owner, scopes);
    const { body } = await app.graphql(
      `{ transactions(hasDeal: true) { transactions { id proposals { dealId } } }
        refunds: transactions(isRefund: true) { transactions { id proposals { dealId } } } }`,
      key,
    );
    expect(body.data).toEqual({
      transactions: { transactions: [{ id: payment, proposals: [] }] },
      refunds: { transactions: [{ id: refund, proposals: [] }] },
    });
    expect([...(await proposalsFor(owner)).keys()]).toEqual([free]);
    expect((await app.get('/v1/transactions?hasDeal=false&isRefund=false', key)).body.data.count).toBe(1);
  });

  test('need the scope of deals, and their names that of contacts', async () => {
    const owner = await app.workspace();
    const contactId = await person(owner, { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' });
    await deal(app, owner, { contactId });
    await transaction(app, owner, { email: 'ann@example.com' });
    const query = '{ transactions { transactions { proposals { contactName } } } }';
    const answer = async (...names: ('transactions:read' | 'deals:read' | 'contacts:read')[]) => {
      const { body } = await app.graphql(query, await app.apiKey(owner, { scopes: names }));
      return body.data.transactions.transactions[0].proposals;
    };
    expect(await answer('transactions:read')).toBeNull();
    expect(await answer('transactions:read', 'deals:read')).toEqual([{ contactName: null }]);
    expect(await answer('transactions:read', 'deals:read', 'contacts:read')).toEqual([{ contactName: 'Ann Lee' }]);
  });
});
