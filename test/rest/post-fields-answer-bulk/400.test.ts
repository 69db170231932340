import { describe, test } from 'vitest';
import { answerable, answering, bulkPath } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { refusals } from '../../support/refusals.ts';

const app = await useApp();
const fixture = await answering(app, bulkPath);
const contactId = await app.contact(fixture.workspaceId);
const field = await answerable(app, fixture.workspaceId, { inputType: 'NUMBER', configuration: { max: 10 } });
const base = { customFieldId: field.id, contactIds: [contactId], answer: ['1'] };
const { wrong, wrongForm } = refusals(app, ['POST', bulkPath], { key: fixture.key, base });

describe('POST /v1/fields/answer/bulk refuses', () => {
  test.each([{ customFieldId: undefined }, { identifier: 'goal' }])(
    'other than one of customFieldId and identifier: %j',
    (input) => wrongForm(input, 'Exactly one of customFieldId and identifier is required'),
  );

  test.each<[object, Record<string, string[]>]>([
    [{ answer: ['11'] }, { answer: ['Must be at most 10'] }],
    [{ answer: ['x'] }, { answer: ['Must be a decimal number such as 1250 or -12.5'] }],
    [{ answer: ['1', '2'] }, { answer: ['Must have one item'] }],
  ])('%j by name', (input, fieldErrors) => wrong(input, fieldErrors));

  test.each([10_001, 1_000_000])('%d contacts, before it looks at any of them', (count) =>
    wrong({ contactIds: Array(count).fill(0) }, { contactIds: ['Must have at most 10000 items'] }),
  );

  test('a field that is not one of contacts, by id and by identifier', async () => {
    const ofCalls = await answerable(app, fixture.workspaceId, { type: 'CALL', identifier: 'of-calls' });
    const message = { contactIds: ['A CALL field must be answered for a call'] };
    await wrong({ customFieldId: ofCalls.id }, message);
    await wrong({ customFieldId: undefined, identifier: 'of-calls' }, message);
    const ofDeals = await answerable(app, fixture.workspaceId, { type: 'DEAL' });
    await wrong({ customFieldId: ofDeals.id }, { contactIds: ['A DEAL field must be answered for a deal'] });
  });
});
