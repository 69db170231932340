import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { sendJson } from '../support/lists.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);

const oneEvent = 'Exactly one of eventId and linkPrefix is required';
const oneField = 'Exactly one of customFieldId and identifier is required';
const oneContact = 'One of contactId, email and phoneNumber is required';
const nothing = 'At least one field to change is required';
const missing = 'Is required';
const notANumber = 'Must be an integer';

type Case = [method: 'POST' | 'PUT', path: string, body: object, form: string[], fields: Record<string, string[]>];

const cases: Case[] = [
  ['POST', '/v1/events/eventDates', {}, [oneEvent], { timeZone: [missing] }],
  [
    'POST',
    '/v1/events/eventDates',
    { eventId: 'a', from: 'x' },
    [],
    { eventId: [notANumber], timeZone: [missing], from: [expect.any(String)] },
  ],
  ['POST', '/v1/eventCalls', {}, [oneEvent, oneContact], { dateTime: [missing], timeZone: [missing] }],
  [
    'POST',
    '/v1/eventCalls',
    { eventId: 1, linkPrefix: 'a/b', email: 'x' },
    [oneEvent],
    { dateTime: [missing], timeZone: [missing], email: ['Invalid email format'] },
  ],
  [
    'POST',
    '/v1/contacts',
    { country: 'xx' },
    ['An email or a phoneNumber is required'],
    { country: ['Must be an ISO 3166-1 alpha-2 code'] },
  ],
  ['PUT', '/v1/contacts', {}, [nothing], { contactId: [missing] }],
  [
    'PUT',
    '/v1/contacts',
    { expectedUserId: 1 },
    [],
    { contactId: [missing], expectedUserId: ['Is only allowed with userId'] },
  ],
  [
    'PUT',
    '/v1/fields',
    { options: [{ color: 5 }] },
    [],
    { id: [missing], options: ['color: Must be a string', 'name: Is required'] },
  ],
  [
    'POST',
    '/v1/fields/answer',
    {},
    [oneField, expect.stringMatching(/^Exactly one of contactId/)],
    { answer: [missing] },
  ],
  ['POST', '/v1/fields/answer/bulk', {}, [oneField], { contactIds: [missing], answer: [missing] }],
  [
    'POST',
    '/v1/fields/inviteeAnswers',
    {},
    ['At least one answer is required', expect.stringMatching(/^A contactId or/)],
    { linkPrefix: [missing] },
  ],
  [
    'POST',
    '/v1/fields/inviteeAnswers',
    { inviteeQuestionAnswers: [null, { type: 'NAME' }] },
    [expect.stringMatching(/^A contactId or/)],
    {
      linkPrefix: [missing],
      inviteeQuestionAnswers: ['Each must be an object with type and answer', 'answer: Is required'],
    },
  ],
  [
    'POST',
    '/v1/fields/inviteeAnswers',
    { secondaryQuestionsAnswer: [{}], contactId: 1 },
    [],
    { linkPrefix: [missing], secondaryQuestionsAnswer: ['answer: Is required', oneField] },
  ],
  [
    'POST',
    '/v1/outcomes',
    { outcome: 'NO_SALE' },
    [],
    { eventCallId: [missing], noSaleReason: ['Is required for NO_SALE'] },
  ],
  [
    'POST',
    '/v1/outcomes',
    { outcome: 'LOST', noSaleReason: 'OTHER' },
    [],
    { eventCallId: [missing], outcome: [expect.stringMatching(/^Must be one of/)] },
  ],
  ['PUT', '/v1/deals', {}, [nothing], { id: [missing] }],
  ['PUT', '/v1/webhooks', { url: 5 }, [], { id: [missing], url: ['Must be a string'] }],
];

test.each(cases)('%s %s with %j names all of its problems', async (method, path, input, formErrors, fieldErrors) => {
  const { status, body } = await sendJson(app, [method, path], input, { key });
  expect([status, body.message.details]).toMatchObject([400, { formErrors, fieldErrors }]);
  expect(Object.keys(body.message.details.fieldErrors).sort()).toEqual(Object.keys(fieldErrors).sort());
});

test.each([[[]], ['text'], [5], [null]])(
  'a record of a list that is no object but %j is refused as that alone',
  async (item) => {
    const input = { linkPrefix: 'a/b', contactId: 1, secondaryQuestionsAnswer: [item] };
    const { body } = await sendJson(app, ['POST', '/v1/fields/inviteeAnswers'], input, { key });
    expect(body.message.details.fieldErrors).toEqual({
      secondaryQuestionsAnswer: ['Each must be an object with answer'],
    });
  },
);
