import { describe, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { refusals } from '../../support/refusals.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const { wrong, wrongForm } = refusals(app, ['POST', '/v1/contacts'], { key, base: { email: 'a@example.com' } });
const email = ['Invalid email format'];
const phone = ['Must be E.164 format'];

describe('POST /v1/contacts', () => {
  test('both are reported at once', () => wrong({ email: 'x', phoneNumber: 'y' }, { email, phoneNumber: phone }));

  test.each([{}, { firstName: 'Ira' }, { email: null, phoneNumber: null }])('%j lacks an address', (input) =>
    wrongForm({ email: undefined, ...input }, 'An email or a phoneNumber is required'),
  );

  test('the owner must be a member of the workspace', async () => {
    const message = { userId: ['Must be a member of the workspace'] };
    await wrong({ userId: (await app.workspace()).userId }, message);
    await wrong({ userId: 2_147_483_647 }, message);
  });
});
