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

describe('POST /v1/contacts', () => {
  test('both are reported at once', () => wrong({ email: 'x', phoneNumber: 'y' }, { email, phoneNumber: phone }));

  test.each([{}, { firstName: 'Ira' }, { email: null, phoneNumber: null }])('%j lacks an address', (input) =>
    refuses(input, variantAForm(['An email or a phoneNumber is required'], '/v1/contacts', 'POST')),
  );

  test('the owner must be a member of the workspace', async () => {
    const message = { userId: ['Must be a member of the workspace'] };
    await wrong({ userId: (await app.workspace()).userId }, message);
    await wrong({ userId: 2_147_483_647 }, message);
  });
});
