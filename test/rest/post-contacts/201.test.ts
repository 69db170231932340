import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner, { scopes: ['contacts:write'] });

const create = (body: unknown, as = key) => sendJson(app, ['POST', '/v1/contacts'], body, { key: as });
const instant = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('POST /v1/contacts', () => {
  test('creates a contact from every input, and returns it exactly', async () => {
    const full = {
      firstName: 'Zoë',
      lastName: 'Ängström',
      email: 'Zoe@Example.com',
      phoneNumber: '+4915112345678',
      secondaryEmail: 'Zoe@work.example',
      secondaryPhoneNumber: '+4915112345679',
      status: 'QUALIFIED',
      tag: 'vip',
      timeZone: 'Europe/Berlin',
      country: 'DE',
      userId: owner.userId,
      setterId: owner.userId,
      utm: [{ utmKey: 'utm_source', utmValue: '' }],
      referrer: 'https://www.example.com/pricing',
    };
    const { status, body } = await create({ ...full, joinedTime: '2026-01-01T02:03:04+02:00' });

    const { id, previewId, createdAt, updatedAt } = body.data;
    const { userId, setterId, utm, referrer, ...named } = full;
    const times = { joinedTime: '2026-01-01T00:03:04.000Z', createdAt, updatedAt };
    expect(status).toBe(201);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({ data: { id, previewId, ...named, userId, setterId, utm, referrer, ...times } }),
    );
    expect([id, previewId, createdAt, updatedAt]).toEqual([
      expect.any(Number),
      expect.stringMatching(/^contact_[0-9A-Za-z]{22}$/),
      instant,
      createdAt,
    ]);
  });

  test.each([
    { email: 'only@example.com' },
    { phoneNumber: '+14155550101' },
    { email: null, phoneNumber: '+14155550102' },
  ])('makes a contact of no more than %j', async (input) => {
    const { status, body } = await create(input);
    const nothing = { firstName: null, lastName: null, email: null, phoneNumber: null, tag: null, timeZone: null };
    const second = { secondaryEmail: null, secondaryPhoneNumber: null };
    const rest = { country: null, userId: null, setterId: null, utm: [], referrer: null, status: 'POTENTIAL' };
    const { id, previewId, joinedTime, createdAt, updatedAt } = body.data;
    const stored = { id, previewId, joinedTime, createdAt, updatedAt };
    expect({ status, body }).toEqual({
      status: 201,
      body: { data: { ...stored, ...nothing, ...second, ...rest, ...input } },
    });
  });

  test.each([
    ['the shortest', '+12'],
    ['the longest', '+123456789012345'],
    ['too short for its country', '+1415'],
    ['too long for its country', '+14155550101234'],
    ['of a code that no country has', '+9991234567'],
  ])('the form of E.164 is enough: a number that is %s', async (_, phoneNumber) => {
    const { status, body } = await create({ phoneNumber });
    expect([status, body.data.phoneNumber]).toEqual([201, phoneNumber]);
    const reader = await app.apiKey(owner);
    const detail = await app.get(`/v1/contacts/detail?phoneNumber=${encodeURIComponent(phoneNumber)}`, reader);
    expect([detail.status, detail.body.data.id]).toEqual([200, body.data.id]);
  });

  test('an e-mail has no white space around it, wherever one is taken', async () => {
    const { status, body } = await create({ email: ' padded@example.com\n' });
    expect([status, body.data.email]).toEqual([201, 'padded@example.com']);
    const longest = `${'x'.repeat(243)}@example.com`;
    expect((await create({ email: `  ${longest}  ` })).body.data.email).toBe(longest);
    const again = await create({ email: '\tPADDED@example.com\u00a0' });
    expect([again.status, again.body.data.id]).toEqual([200, body.data.id]);
    const reader = await app.apiKey(owner);
    const detail = await app.get('/v1/contacts/detail?email=%20padded@example.com+', reader);
    expect([detail.status, detail.body.data.id]).toEqual([200, body.data.id]);
    const query = '{ contact(email: " padded@example.com ") { email } }';
    expect((await app.graphql(query, reader)).body.data).toEqual({ contact: { email: 'PADDED@example.com' } });
  });

  test('GET and GraphQL return what was created', async () => {
    const { body } = await create({ email: 'again@example.com', firstName: 'A' });
    const reader = await app.apiKey(owner);
    const detail = await app.get('/v1/contacts/detail?email=AGAIN@example.com', reader);
    expect(detail.body.data).toEqual({ ...body.data, customFieldAnswers: [] });
    const query = 'query ($id: Int!) { contact(contactId: $id) { previewId } }';
    const { body: graph } = await app.graphql(query, reader, { id: body.data.id });
    expect(graph).toEqual({ data: { contact: { previewId: body.data.previewId } } });
  });

  test('writes the event contact.created, with the contact as it was returned', async () => {
    const other = await app.workspace();
    const { body } = await create({ email: 'e@example.com' }, await app.apiKey(other));
    expect(await eventsOf(app, other.workspaceId)).toEqual([{ kind: 'contact.created', payload: body.data }]);
  });

  test('an e-mail of another workspace is free', async () => {
    const strangersKey = await app.apiKey(await app.workspace());
    const input = { email: 'shared@example.com' };
    const [ours, theirs] = [await create(input), await create(input, strangersKey)];
    expect([ours.status, theirs.status]).toEqual([201, 201]);
    expect(ours.body.data.id).not.toBe(theirs.body.data.id);
  });

  test('a phone number may be that of another contact', async () => {
    expect((await create({ phoneNumber: '+14155550199' })).status).toBe(201);
    expect((await create({ phoneNumber: '+14155550199', email: 'phone@example.com' })).status).toBe(201);
    expect((await create({ phoneNumber: '+14155550199', email: 'other@example.com' })).status).toBe(201);
  });

  test('unknown keys are ignored', async () => {
    const { status, body } = await create({ email: 'x@example.com', id: 1, workspaceId: 1, previewId: 'mine' });
    expect([status, body.data.previewId === 'mine']).toEqual([201, false]);
  });
});
