import { describe, expect, test } from 'vitest';
import { createWorkspace } from '#src/services/workspaces.ts';
import { useApp } from '../../support/app.ts';
import { contactStage, customField, fieldsPlace, plainField, plainOption } from '../../support/custom-fields.ts';

const app = await useApp();

const path = '/v1/fields/contact-stage';

describe('GET /v1/fields/contact-stage', () => {
  test('every workspace has it from birth', async () => {
    const born = await createWorkspace(app.context, {
      ...{ name: 'Acme', plan: 'STARTUP', timeZone: 'UTC' },
      ...{ ownerEmail: 'ira@example.com', ownerPassword: 'a long password', ownerFirstName: 'Ira', ownerLastName: '' },
    });
    const key = await app.apiKey(born, { scopes: ['fields:read'] });
    const { status, body } = await app.get(path, key);
    const { id, createdAt, updatedAt, options } = body.data;
    const stages = ['Lead', 'Qualified', 'Opportunity', 'Customer', 'Lost'];
    const named = { name: 'Contact stage', identifier: 'contact-stage', type: 'CONTACT', inputType: 'SINGLE_SELECT' };
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: {
          ...{ id, ...plainField, ...named, isSystemField: true, displayIndex: 0, createdAt, updatedAt },
          options: stages.map((name, displayIndex) => {
            const optionId = options[displayIndex].id;
            return { id: optionId, ...plainOption, name, displayIndex, isDefault: displayIndex === 0 };
          }),
        },
      },
    });
  });

  test('is found by what it is, whatever it is called and whatever else is called so', async () => {
    const { owner, key, update } = await fieldsPlace(app);
    const id = await contactStage(app, owner.workspaceId);
    await customField(app, owner.workspaceId, { identifier: 'contact-stage', type: 'CALL' });
    await update({ id, name: 'Pipeline' });
    expect((await app.get(path, key)).body.data).toMatchObject({ id, name: 'Pipeline', identifier: 'contact-stage' });
    expect((await app.graphql('{ contactStage { id options { name } } }', key)).body).toEqual({
      data: { contactStage: { id, options: [{ name: 'Lead' }, { name: 'Customer' }] } },
    });
  });

  test('costs one statement beside the credential', async () => {
    const { owner, key } = await fieldsPlace(app);
    await contactStage(app, owner.workspaceId);
    app.statements.length = 0;
    await app.get(path, key);
    const sent = app.statements.filter((name) => !name.endsWith('Uses'));
    expect(sent).toEqual(['credentials.apiKey', 'customFields.contactStage']);
  });
});
