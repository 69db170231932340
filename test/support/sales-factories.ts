import type { Factories, Member } from './factories.ts';
import { nextSerial } from './serial.ts';

type Row = Record<string, unknown>;

/** A deal of the member, with a new contact by default. */
export async function deal(app: Factories, { workspaceId, userId }: Member, row: Row = {}): Promise<number> {
  const contactId = row.contactId ?? (await app.contact(workspaceId));
  const defaults = { value: '100.00', currency: 'USD', transactionType: 'WON', time: '2026-02-01T00:00:00.000Z' };
  return (await app.insert('Deal', { workspaceId, userId, ...defaults, ...row, contactId })).id;
}

/** A product of the workspace. */
export async function product(
  app: Pick<Factories, 'insert'>,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  row: Row = {},
): Promise<number> {
  const defaults = { name: `Product ${nextSerial()}`, price: '100.00', currency: 'USD' };
  return (await app.insert('Product', { workspaceId, ...defaults, ...row })).id;
}

/** A transaction that the member closed. */
export async function transaction(app: Factories, { workspaceId, userId }: Member, row: Row = {}): Promise<number> {
  const defaults = { value: '100.00', currency: 'USD', time: '2026-02-01T00:00:00.000Z' };
  return (await app.insert('Transaction', { workspaceId, userId, ...defaults, ...row })).id;
}

/** The contact of a call. */
export async function contactOf(app: Factories, callId: number): Promise<number> {
  const [call] = await app.sql<{ contactId: number }>('SELECT "contactId" FROM "EventCall" WHERE "id" = $1', [callId]);
  return (call as { contactId: number }).contactId;
}
