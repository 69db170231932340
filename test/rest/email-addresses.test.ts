import { describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { sendJson } from '../support/lists.ts';
import { nextSerial } from '../support/serial.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const linkPrefix = `user-${owner.userId}/addresses-${nextSerial()}`;
const eventId = await bookableEvent(app, owner, { linkPrefix });
await app.insert('InviteeQuestion', {
  ...{ workspaceId: owner.workspaceId, eventId, type: 'EMAIL', statement: 'Your address?', required: false },
});

const post = (path: string, body: object) => sendJson(app, ['POST', path], body, { key });
const detail = (email: string) => app.get(`/v1/contacts/detail?email=${encodeURIComponent(email)}`, key);
const mutation = `mutation ($input: CreateContactInput!) { createContact(input: $input) { contact { email } created } }`;
let hour = 0;
const nextHour = () => new Date(Date.UTC(2026, 2, 5, hour++)).toISOString();

describe('an address', () => {
  test.each([
    ['smith&jones@example.com', 'SMITH&JONES@EXAMPLE.COM', 'smith&jones@example.com'],
    [
      "o'brien/x=y?{|}~#!$%*^`@example.com",
      "O'Brien/x=y?{|}~#!$%*^`@example.com",
      "o'brien/x=y?{|}~#!$%*^`@example.com",
    ],
    ['info@xn--e1afmkfd.xn--p1ai', 'info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
    ['second@ПРИМЕР.рф', 'second@xn--e1afmkfd.xn--p1ai', 'second@xn--e1afmkfd.xn--p1ai'],
    ['\u202amarked@example.com\u202c', 'mailto:marked@example.com', 'marked@example.com'],
  ])('%j is stored once, and found by its other form %j', async (typed, other, stored) => {
    const created = await post('/v1/contacts', { email: typed });
    expect(created).toMatchObject({ status: 201, body: { data: { email: stored } } });
    expect(await post('/v1/contacts', { email: other })).toMatchObject({
      ...{ status: 200, body: { data: { id: created.body.data.id } } },
    });
    expect((await app.graphql(mutation, key, { input: { email: other } })).body).toMatchObject({
      data: { createContact: { created: false } },
    });
    for (const email of [typed, other, stored]) {
      expect(await detail(email)).toMatchObject({ status: 200, body: { data: { id: created.body.data.id } } });
    }
  });

  test.each(['информация@example.com', 'é@пример.рф'])(
    '%j is refused to the letter, with a code of its own',
    async (email) => {
      const { status, body } = await post('/v1/contacts', { email });
      expect({ status, ...body.message.details }).toMatchObject({
        ...{ status: 400, fieldErrors: { email: ['Invalid email format'] } },
        errors: [{ path: 'email', code: 'invalid_characters', message: 'Invalid email format' }],
      });
    },
  );

  test.each(['a@example.com\r\nBcc: b@example.com', 'a@example.com,b@example.com', '"a\r\n"@example.com'])(
    '%j, with which a mail would have another header or recipient, is refused',
    async (email) => {
      expect(await post('/v1/contacts', { email })).toMatchObject({
        ...{ status: 400, body: { message: { details: { fieldErrors: { email: ['Invalid email format'] } } } } },
      });
    },
  );

  test('of a booking, an answer, a payment and a custom field has the same form', async () => {
    const email = 'books&more@пример.рф';
    const canonical = 'books&more@xn--e1afmkfd.xn--p1ai';
    const times = () => ({ linkPrefix, timeZone: 'UTC', dateTime: nextHour() });
    const booked = await post('/v1/eventCalls', { ...times(), email });
    expect(booked).toMatchObject({ status: 201, body: { data: { inviteeEmail: canonical } } });
    const { contactId } = booked.body.data;
    const again = await post('/v1/eventCalls', {
      ...times(),
      email: canonical,
      inviteeQuestionAnswers: [{ type: 'EMAIL', answer: ` ${email}` }],
    });
    expect(again.body.data).toMatchObject({ contactId, questions: [{ answer: canonical }] });
    const lead = { linkPrefix, inviteeQuestionAnswers: [{ type: 'EMAIL', answer: email }] };
    expect((await post('/v1/fields/inviteeAnswers', lead)).body.data).toMatchObject({
      ...{ contactId, inviteeQuestionAnswers: [{ answer: canonical }] },
    });
    const paid = await post('/v1/transactions', { email, value: 5, currency: 'EUR', source: 'Stripe' });
    expect(paid).toMatchObject({ status: 201, body: { data: { email: canonical } } });
    const found = await app.get(`/v1/eventCalls?inviteeEmails=x@example.com,${encodeURIComponent(email)}`, key);
    expect(found.body.data.count).toBe(2);
  });
});
