import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let owner: Member;
let key: string;
let contactId: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner, { scopes: ['contacts:write', 'contacts:read'] });
  contactId = await app.contact(owner.workspaceId, { email: 'ira@example.com' });
});

const put = (body: unknown) => sendJson(app, ['PUT', '/v1/contacts'], body, { key });

async function stored() {
  const { body } = await app.get(`/v1/contacts/detail?contactId=${contactId}`, key);
  const { customFieldAnswers: _, ...contact } = body.data;
  return contact;
}

describe('PUT /v1/contacts', () => {
  test('changes every field of the input, and returns the whole contact', async () => {
    const before = await stored();
    const changes = {
      firstName: 'Irina',
      lastName: 'Stone',
      email: 'Irina@Example.com',
      phoneNumber: '+4915112345678',
      secondaryEmail: 'Irina@work.example',
      secondaryPhoneNumber: '+4915112345679',
      status: 'DISQUALIFIED',
      tag: 'vip',
      timeZone: 'Europe/Berlin',
      country: 'DE',
      userId: owner.userId,
      setterId: owner.userId,
      utm: [{ utmKey: 'utm_source', utmValue: 'mail' }],
      referrer: 'https://www.example.com/pricing',
      joinedTime: '2020-01-01T00:00:00.000Z',
    };
    const { status, body } = await put({ contactId, ...changes });
    expect(status).toBe(200);
    expect(body).toEqual({ data: { ...before, ...changes, updatedAt: body.data.updatedAt } });
    expect(Object.keys(body.data)).toEqual(Object.keys(before));
    expect(Date.parse(body.data.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    expect(await stored()).toEqual(body.data);
  });

  test('what is left out stays as it is', async () => {
    const before = await stored();
    const { body } = await put({ contactId, tag: 'vip' });
    expect(body).toEqual({ data: { ...before, tag: 'vip', updatedAt: body.data.updatedAt } });
  });

  test('a change to what is there already, in another form, writes nothing, with REST and with GraphQL', async () => {
    const utm = [
      { utmKey: 'a', utmValue: '1' },
      { utmKey: 'b', utmValue: '2' },
    ];
    await put({ contactId, joinedTime: '2020-01-01T00:00:00Z', utm, userId: owner.userId, tag: null });
    const before = await stored();
    const events = await eventsOf(app, owner.workspaceId);
    const { status, body } = await put({ ...before, contactId });
    expect({ status, body }).toEqual({ status: 200, body: { data: before } });
    const swapped = utm.map(({ utmKey, utmValue }) => ({ utmValue, utmKey }));
    const same = { contactId, joinedTime: '2020-01-01T05:30:00.000+05:30', utm: swapped, email: 'ira@example.com' };
    expect((await put(same)).body).toEqual({ data: before });
    const mutation = 'mutation ($input: UpdateContactInput!) { updateContact(input: $input) { updatedAt } }';
    expect((await app.graphql(mutation, key, { input: same })).body.data.updateContact.updatedAt).toBe(
      before.updatedAt,
    );
    expect(await stored()).toEqual(before);
    expect(await eventsOf(app, owner.workspaceId)).toEqual(events);

    const reversed = await put({ contactId, utm: utm.toReversed() });
    expect(reversed.body.data.utm).toEqual(utm.toReversed());
  });

  test('null clears', async () => {
    const cleared = {
      firstName: null,
      lastName: null,
      tag: null,
      timeZone: null,
      country: null,
      userId: null,
      setterId: null,
    };
    await put({
      contactId,
      phoneNumber: '+14155550101',
      tag: 'x',
      timeZone: 'UTC',
      country: 'DE',
      userId: owner.userId,
      setterId: owner.userId,
    });
    const { status, body } = await put({ contactId, ...cleared, email: null });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...cleared, email: null, phoneNumber: '+14155550101' });
  });

  test('the e-mail may change its letter case', async () => {
    expect((await put({ contactId, email: 'IRA@example.com' })).body.data.email).toBe('IRA@example.com');
  });

  test('writes contact.updated, and contact.status_changed where the status changed', async () => {
    const named = (await put({ contactId, firstName: 'A' })).body.data;
    const qualified = (await put({ contactId, status: 'QUALIFIED' })).body.data;
    await put({ contactId: 2_147_483_647, status: 'QUALIFIED' });
    expect(await eventsOf(app, owner.workspaceId)).toEqual([
      { kind: 'contact.updated', payload: named, previous: { firstName: 'Ira' } },
      { kind: 'contact.updated', payload: qualified, previous: { status: 'POTENTIAL' } },
      { kind: 'contact.status_changed', payload: qualified, previous: { status: 'POTENTIAL' } },
    ]);
  });
});
