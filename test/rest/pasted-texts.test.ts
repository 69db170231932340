import { describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { idsOf, sendJson } from '../support/lists.ts';
import { nextSerial } from '../support/serial.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const linkPrefix = `user-${owner.userId}/pasted-${nextSerial()}`;
const eventId = await bookableEvent(app, owner, { linkPrefix });
await app.insert('InviteeQuestion', {
  ...{ workspaceId: owner.workspaceId, eventId, type: 'PHONE_NO', statement: 'Number?', required: false },
});
const send = (method: string, path: string, body: object) => sendJson(app, [method, path], body, { key });
let hour = 0;
const nextHour = () => new Date(Date.UTC(2026, 2, 5, hour++)).toISOString();

describe('a number that looks like E.164 is E.164, whatever nobody sees in it', () => {
  test.each([
    '\u202a+491761234567\u202c',
    '\u2066+49176\u200b1234567\u2069\ufeff',
    '+49\u00ad1761234567',
    '＋４９１７６１２３４５６７',
  ])('%j', async (phoneNumber) => {
    const number = '+491761234567';
    const created = await send('POST', '/v1/contacts', { phoneNumber });
    expect(created.body.data.phoneNumber).toBe(number);
    const contactId = created.body.data.id;
    const changed = await send('PUT', '/v1/contacts', { contactId, phoneNumber, tag: `${hour}` });
    expect(changed.body.data.phoneNumber).toBe(number);
    const found = await app.get(`/v1/contacts/detail?phoneNumber=${encodeURIComponent(phoneNumber)}`, key);
    expect(found.body.data.id).toBe(contactId);
    const booked = await send('POST', '/v1/eventCalls', {
      ...{ linkPrefix, timeZone: 'UTC', dateTime: nextHour(), phoneNumber },
      inviteeQuestionAnswers: [{ type: 'PHONE_NO', answer: phoneNumber }],
    });
    expect(booked.body.data).toMatchObject({ contactId, phoneNumber: number, questions: [{ answer: number }] });
    const query = 'query ($phoneNumber: String) { contact(phoneNumber: $phoneNumber) { id } }';
    expect((await app.graphql(query, key, { phoneNumber })).body.data).toEqual({ contact: { id: contactId } });
  });

  test.each([
    '+49 1761234567',
    '+49\u00a01761234567',
    '+49\u20111761234567',
    'tel:+491761234567',
    '01761234567',
    '0049176123',
  ])('what can be seen is refused to the letter: %j', async (phoneNumber) => {
    const { status, body } = await send('POST', '/v1/contacts', { phoneNumber });
    expect([status, body.message.details.fieldErrors]).toEqual([400, { phoneNumber: ['Must be E.164 format'] }]);
  });
});

describe('a search finds a number and an address however they are written', async () => {
  const { workspaceId } = owner;
  const contact = (row: object) => app.contact(workspaceId, row);
  const called = await contact({ firstName: 'Uma', phoneNumber: '+12045550103', email: 'uma@xn--e1afmkfd.xn--p1ai' });
  await contact({ firstName: 'Uma', phoneNumber: '+12045550104', email: 'other@example.com' });
  await contact({ firstName: '(204)', lastName: '555-0199' });
  await send('POST', '/v1/eventCalls', { linkPrefix, timeZone: 'UTC', dateTime: nextHour(), contactId: called });
  const paid = { contactId: called, value: 5, currency: 'EUR', source: 'Stripe', description: 'On 2026-05-01' };
  await send('POST', '/v1/transactions', { ...paid, phoneNumber: '+12045550103' });
  await send('POST', '/v1/deals', { contactId: called, value: 5, currency: 'EUR', transactionType: 'WON' });

  test.each([
    '(204) 555-0103',
    '+1 (204) 555-0103',
    '\u202a+1 204 555 0103\u202c',
    '1\u2011204\u2013555\u00a00103',
    '204.555.0103',
    'tel:+1-204-555-0103',
    '２０４５５５０１０３',
    'uma (204) 555-0103',
    '2045550103',
    'uma@пример.рф',
    'mailto:uma@xn--e1afmkfd.xn--p1ai',
  ])('%j', async (search) => {
    const query = new URLSearchParams({ search });
    expect(idsOf(await app.get(`/v1/contacts?${query}`, key)).ids).toEqual([called]);
    const graph = await app.graphql(`query ($search: String) { contacts(search: $search) { contacts { id } } }`, key, {
      search,
    });
    expect(graph.body.data.contacts.contacts).toEqual([{ id: called }]);
    expect((await app.get(`/v1/eventCalls?${query}`, key)).body.data).toMatchObject({
      ...{ count: 1, eventCalls: [{ contactId: called }] },
    });
    expect((await app.get(`/v1/deals?${query}`, key)).body.data.count).toBe(1);
  });

  test('and what is written as a number still', async () => {
    expect(idsOf(await app.get(`/v1/contacts?${new URLSearchParams({ search: '(204) 555-0199' })}`, key)).count).toBe(
      1,
    );
    expect(idsOf(await app.get(`/v1/transactions?${new URLSearchParams({ search: '2026-05-01' })}`, key)).count).toBe(
      1,
    );
    const transactions = `/v1/transactions?${new URLSearchParams({ search: '(204) 555-0103' })}`;
    expect(idsOf(await app.get(transactions, key)).count).toBe(1);
  });
});
