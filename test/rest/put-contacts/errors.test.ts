import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { variantA, variantAForm } from '../../support/errors.ts';
import { sendJson } from '../../support/lists.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const contactId = await app.contact(owner.workspaceId, { email: 'ira@example.com' });

async function put(input: object) {
  const { status, body } = await sendJson(app, ['PUT', '/v1/contacts'], input, { key });
  return { status, body };
}
const contacts = () => app.sql('SELECT * FROM "Contact" ORDER BY "id"');

async function refuses(input: object, expected: { status: number; body: object }): Promise<void> {
  const before = await contacts();
  expect(await put({ contactId, firstName: 'Changed', ...input })).toEqual(expected);
  expect(await contacts()).toEqual(before);
  expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
}
const wrong = (input: object, fieldErrors: Record<string, string[]>) =>
  refuses(input, { status: 400, body: variantA(fieldErrors, '/v1/contacts', 'PUT') });

describe('PUT /v1/contacts, and nothing is written', () => {
  test.each<[object, Record<string, string[]>]>([
    [{ userId: 2_147_483_647 }, { userId: ['Must be a member of the workspace'] }],
    [{ setterId: 2_147_483_647 }, { setterId: ['Must be a member of the workspace'] }],
  ])('%j is refused by name', (input, fieldErrors) => wrong(input, fieldErrors));

  test('a contact keeps an e-mail or a phone number', () =>
    refuses(
      { email: null },
      { status: 400, body: variantAForm(['An email or a phoneNumber is required'], '/v1/contacts', 'PUT') },
    ));

  test('the owner of another workspace is no member of this one', async () =>
    wrong({ userId: (await app.workspace()).userId }, { userId: ['Must be a member of the workspace'] }));

  test('the e-mail of another contact is taken, in any letter case', async () => {
    await app.contact(owner.workspaceId, { email: 'taken@example.com' });
    await wrong({ email: 'TAKEN@example.com' }, { email: ['Another contact already has this email'] });
  });
});

test('two contacts that take each other’s e-mail at once are refused, and neither is changed', async () => {
  const other = await app.contact(owner.workspaceId, { email: 'b@example.com' });
  const before = await contacts();
  const answers = await Promise.all([
    put({ contactId, email: 'b@example.com' }),
    put({ contactId: other, email: 'ira@example.com' }),
  ]);
  const taken = variantA({ email: ['Another contact already has this email'] }, '/v1/contacts', 'PUT');
  expect(answers).toEqual(Array(2).fill({ status: 400, body: taken }));
  expect(await contacts()).toEqual(before);
  expect(app.unexpected).toEqual([]);
});
