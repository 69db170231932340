import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { options } from '../../support/custom-fields.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner, { scopes: ['contacts:read'] });

const times = {
  joinedTime: '2026-01-01T02:03:04.005Z',
  createdAt: '2026-01-05T06:07:08.009Z',
  updatedAt: '2026-02-01T00:00:00.000Z',
};

async function field(name: string, displayIndex: number, inputType = 'TEXT'): Promise<number> {
  const row = { workspaceId: owner.workspaceId, name, identifier: name.toLowerCase(), type: 'CONTACT' };
  return (await app.insert('CustomField', { ...row, inputType, displayIndex })).id;
}

describe('GET /v1/contacts/detail', () => {
  test('returns exactly the same contact and custom field answers by id and by e-mail', async () => {
    const { workspaceId } = owner;
    const contact = {
      previewId: 'contact_full',
      firstName: 'Zoë',
      lastName: null,
      email: 'Zoe@Example.com',
      phoneNumber: null,
      secondaryEmail: null,
      secondaryPhoneNumber: null,
      status: 'POTENTIAL',
      tag: null,
      timeZone: null,
      country: null,
      userId: owner.userId,
      setterId: null,
    };
    const { id: contactId } = await app.insert('Contact', { workspaceId, ...contact, ...times });
    const goals = await field('Goals', 2, 'MULTIPLE_SELECT');
    const [hire, , grow] = await options(app, { workspaceId, customFieldId: goals }, ['hire', 'rest', 'grow']);
    const budget = await field('Budget', 1);
    await field('Unanswered', 3);
    await app.insert('CustomFieldAnswer', { workspaceId, contactId, customFieldId: goals, answer: ['grow', 'hire'] });
    await app.insert('CustomFieldAnswer', { workspaceId, contactId, customFieldId: budget, answer: ['5000'] });

    const byId = await app.get(`/v1/contacts/detail?contactId=${contactId}`, key);

    const customFieldAnswers = [
      {
        customFieldId: budget,
        identifier: 'budget',
        name: 'Budget',
        inputType: 'TEXT',
        answer: ['5000'],
        optionIds: [],
      },
      {
        customFieldId: goals,
        identifier: 'goals',
        name: 'Goals',
        inputType: 'MULTIPLE_SELECT',
        answer: ['grow', 'hire'],
        optionIds: [grow, hire],
      },
    ];
    expect(byId.status).toBe(200);
    expect(JSON.stringify(byId.body)).toBe(
      JSON.stringify({ data: { id: contactId, ...contact, utm: [], referrer: null, ...times, customFieldAnswers } }),
    );
    for (const email of ['Zoe@Example.com', 'zoe@example.com', 'ZOE@EXAMPLE.COM']) {
      expect((await app.get(`/v1/contacts/detail?email=${email}`, key)).body).toEqual(byId.body);
    }
    const { previewId } = contact;
    expect((await app.get(`/v1/contacts/detail?previewId=${previewId}`, key)).body).toEqual(byId.body);
  });

  test('a contact without answers has an empty list of them', async () => {
    const { body } = await app.get(`/v1/contacts/detail?contactId=${await app.contact(owner.workspaceId)}`, key);
    expect(body.data.customFieldAnswers).toEqual([]);
  });

  test('an e-mail with a plus is found when it is encoded', async () => {
    const id = await app.contact(owner.workspaceId, { email: "o'neil+tag@example.com" });
    const { body } = await app.get(`/v1/contacts/detail?email=${encodeURIComponent("O'Neil+tag@example.com")}`, key);
    expect(body.data.id).toBe(id);
  });

  test('finds the contact by its phone number, also where the plus was not encoded', async () => {
    const { workspaceId } = owner;
    const insert = (updatedAt: string, inWorkspace = workspaceId) =>
      app.insert('Contact', { workspaceId: inWorkspace, previewId: updatedAt, phoneNumber: '+14155550101', updatedAt });
    await insert('2026-02-01T00:00:00Z');
    const { id } = await insert('2026-02-03T00:00:00Z');
    await insert('2026-02-02T00:00:00Z');
    await insert('2026-02-04T00:00:00Z', (await app.workspace()).workspaceId);
    const byId = await app.get(`/v1/contacts/detail?contactId=${id}`, key);
    for (const phoneNumber of ['%2B14155550101', '+14155550101', '%2b14155550101']) {
      const { status, body } = await app.get(`/v1/contacts/detail?phoneNumber=${phoneNumber}`, key);
      expect({ status, body }).toEqual({ status: 200, body: byId.body });
    }
    const { body } = await app.graphql('{ contact(phoneNumber: "+14155550101") { id } }', key);
    expect(body).toEqual({ data: { contact: { id } } });
  });

  test('costs two statements, the credential among them', async () => {
    const contactId = await app.contact(owner.workspaceId);
    app.statements.splice(0);
    await app.get(`/v1/contacts/detail?contactId=${contactId}`, key);
    expect(app.statements.filter((name) => !name.endsWith('Uses'))).toEqual([
      'credentials.apiKey',
      'contacts.detailById',
    ]);
  });
});
