import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { contactStage, customField, fieldsPlace } from '../../support/custom-fields.ts';

const app = await useApp();

test('GET /v1/fields/contact-stage returns neither the field of another workspace nor a field with the same name', async () => {
  const { owner, key } = await fieldsPlace(app);
  await contactStage(app, (await app.workspace()).workspaceId);
  await customField(app, owner.workspaceId, { identifier: 'contact-stage' });
  const { status, body } = await app.get('/v1/fields/contact-stage', key);
  expect({ status, body }).toEqual({ status: 404, body: { message: 'Resource not found!', code: 'NOT_FOUND' } });
});
