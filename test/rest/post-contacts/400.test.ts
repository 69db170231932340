import { afterAll, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { variantA, variantAForm } from '../../support/errors.ts';
import { sendJson } from '../../support/lists.ts';
import { writtenRows } from '../../support/webhook-rows.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
afterAll(async () => {
  // Nothing that was refused here has left anything behind.
  expect(await writtenRows(app, owner.workspaceId)).toEqual({ Contact: 0, WebhookEvent: 0, IdempotencyRecord: 0 });
});

async function refuses(input: object, expected: object): Promise<void> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { status, body } = await sendJson(app, ['POST', '/v1/contacts'], input, { key, headers });
  expect({ status, body }).toEqual({ status: 400, body: expected });
}
const wrong = (input: object, fieldErrors: Record<string, string[]>) =>
  refuses({ email: 'a@example.com', ...input }, variantA(fieldErrors, '/v1/contacts', 'POST'));

const email = ['Invalid email format'];
const phone = ['Must be E.164 format'];
const text = ['Must be a string'];
const utm = [{ utmKey: 'a', utmValue: 'b' }];
const long = (length: number) => [`Must be at most ${length} characters`];

describe('POST /v1/contacts', () => {
  test.each([
    '',
    'nobody',
    'a@',
    '@b.de',
    'a b@example.com',
    'a@example',
    'a@example.com b',
    'a@@example.com',
    'ä@example.com',
  ])('the e-mail %j is refused to the letter', (value) => wrong({ email: value }, { email }));

  test.each([
    '',
    '4155550101',
    '+0155550101',
    '+1 415 555 0101',
    '+1-415-555-0101',
    '+1234567890123456',
    '+1',
    'tel',
    '+1415555010x',
    '+14155550101\n',
    '+1415555010\u0661',
  ])('the phone number %j is refused to the letter', (value) => wrong({ phoneNumber: value }, { phoneNumber: phone }));

  test('both are reported at once', () => wrong({ email: 'x', phoneNumber: 'y' }, { email, phoneNumber: phone }));

  test.each<[object, Record<string, string[]>]>([
    [{ email: 5 }, { email: text }],
    [{ phoneNumber: 15 }, { phoneNumber: text }],
    [{ email: `${'x'.repeat(250)}@example.com` }, { email: long(255) }],
    [{ firstName: 'x'.repeat(101) }, { firstName: long(100) }],
    [{ lastName: 'a\u0000b' }, { lastName: ['Must not contain control characters or broken Unicode'] }],
    [{ lastName: '\ud800' }, { lastName: ['Must not contain control characters or broken Unicode'] }],
    [{ tag: [] }, { tag: text }],
    [{ timeZone: 'Mars/Base' }, { timeZone: ['Must be an IANA time zone such as Europe/Berlin'] }],
    [{ country: 'de' }, { country: ['Must be an ISO 3166-1 alpha-2 code'] }],
    [{ status: 'LOST' }, { status: ['Must be one of: POTENTIAL, QUALIFIED, DISQUALIFIED'] }],
    [{ status: null }, { status: ['Must be one of: POTENTIAL, QUALIFIED, DISQUALIFIED'] }],
    [{ utm: {} }, { utm: ['Must be a list'] }],
    [{ utm: [{ utmKey: '', utmValue: 'x' }] }, { utm: ['utmKey: Must not be empty'] }],
    [{ utm: Array(21).fill(utm[0]) }, { utm: ['Must have at most 20 items'] }],
    [{ joinedTime: '2026-02-30T00:00:00Z' }, { joinedTime: ['Must be an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)'] }],
    [{ joinedTime: '0000-01-01T00:00:00Z' }, { joinedTime: ['Must be of the years 1900 to 2999'] }],
    [{ joinedTime: '9999-12-31T23:59:59-23:59' }, { joinedTime: ['Must be of the years 1900 to 2999'] }],
    [{ userId: '1' }, { userId: ['Must be an integer'] }],
    [{ userId: 0 }, { userId: ['Must be at least 1'] }],
    [{ userId: 1e10 }, { userId: ['Must be at most 2147483647'] }],
  ])('%j is refused by name', (input, fieldErrors) => wrong(input, fieldErrors));

  test.each([{}, { firstName: 'Ira' }, { email: null, phoneNumber: null }])('%j lacks an address', (input) =>
    refuses(input, variantAForm(['An email or a phoneNumber is required'], '/v1/contacts', 'POST')),
  );

  test('the owner must be a member of the workspace', async () => {
    const message = { userId: ['Must be a member of the workspace'] };
    await wrong({ userId: (await app.workspace()).userId }, message);
    await wrong({ userId: 2_147_483_647 }, message);
  });
});
