import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { sendJson } from '../support/lists.ts';
import { nextSerial } from '../support/serial.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const linkPrefix = `user-${owner.userId}/plus-${nextSerial()}`;
await bookableEvent(app, owner, { linkPrefix });

async function booked(email: string, hour: number, phoneNumber?: string): Promise<number> {
  const dateTime = new Date(Date.UTC(2026, 2, 5, hour)).toISOString();
  const body = { linkPrefix, timeZone: 'UTC', dateTime, email, phoneNumber };
  return (await sendJson(app, ['POST', '/v1/eventCalls'], body, { key })).body.data.contactId;
}
const ids = {
  tagged: await booked('ira+tag@example.com', 8, '+4915112345678'),
  other: await booked('bo+x@example.com', 9),
  plain: await booked('ann@example.com', 10),
};

test.each([
  ['email=ira+tag@example.com', 'tagged'],
  ['email=ira+tag%40EXAMPLE.com', 'tagged'],
  ['email=ira%2Btag%40example.com', 'tagged'],
  ['email=+ann@example.com+', 'plain'],
  ['phoneNumber=+4915112345678', 'tagged'],
  ['phoneNumber=%2B4915112345678', 'tagged'],
] as const)('GET /v1/contacts/detail?%s finds the contact', async (query, name) => {
  expect(await app.get(`/v1/contacts/detail?${query}`, key)).toMatchObject({
    ...{ status: 200, body: { data: { id: ids[name] } } },
  });
});

test.each([
  ['inviteeEmails=ira+tag@example.com', ['tagged']],
  ['inviteeEmails=ira+tag@example.com,bo+x@example.com', ['tagged', 'other']],
  ['inviteeEmails=ira%2Btag%40example.com%2C+bo%2Bx%40example.com', ['tagged', 'other']],
  ['inviteeEmails=ann@example.com,+ira+tag@example.com', ['tagged', 'plain']],
  ['search=ira+tag@example.com', ['tagged']],
  ['search=+4915112345678', ['tagged']],
] as const)('GET /v1/eventCalls?%s finds the calls', async (query, names) => {
  const { status, body } = await app.get(`/v1/eventCalls?orderColumn=id&orderBy=asc&${query}`, key);
  expect([status, body.data.eventCalls.map(({ contactId }: { contactId: number }) => contactId)]).toEqual([
    200,
    names.map((name) => ids[name]),
  ]);
});

test('a + in a text without an address is a space', async () => {
  await sendJson(
    app,
    ['POST', '/v1/contacts'],
    { firstName: 'Ira', lastName: 'Fox', email: 'fox@example.com' },
    { key },
  );
  expect((await app.get('/v1/contacts?search=Ira+Fox', key)).body.data.count).toBe(1);
});
