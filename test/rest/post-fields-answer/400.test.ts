import { describe, test } from 'vitest';
import type { InputType } from '#src/domain/custom-fields/custom-field.ts';
import { answerable, answering, answerPath } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { refusals } from '../../support/refusals.ts';

const app = await useApp();
const fixture = await answering(app);
const contactId = await app.contact(fixture.workspaceId);
const field = await answerable(app, fixture.workspaceId, { identifier: 'goal' });
const base = { customFieldId: field.id, contactId, answer: ['a'] };
const { wrong, wrongForm } = refusals(app, ['POST', answerPath], { key: fixture.key, base });

const oneField = 'Exactly one of customFieldId and identifier is required';
const oneTarget = 'Exactly one of contactId, eventCallId, dealId, eventId and userId is required';

describe('POST /v1/fields/answer refuses', () => {
  test('both and neither of customFieldId and identifier', async () => {
    await wrongForm({ identifier: 'goal' }, oneField);
    await wrongForm({ customFieldId: undefined }, oneField);
  });

  test('both and neither of contactId and eventCallId', async () => {
    await wrongForm({ eventCallId: 1 }, oneTarget);
    await wrongForm({ contactId: undefined }, oneTarget);
  });

  test.each<[object, Record<string, string[]>]>([
    [{ answer: [''] }, { answer: ['Must not have empty items; an empty list clears the answer'] }],
    [{ answer: ['a', 'b'] }, { answer: ['Must have one item'] }],
  ])('%j by name', (input, fieldErrors) => wrong(input, fieldErrors));

  test.each<[InputType, string, string]>([
    ['TEXT', 'a\nb', 'Must be one line without control characters'],
    ['TEXT_AREA', '\u001b', 'Must not contain control characters or broken Unicode'],
    ['NUMBER', '1e3', 'Must be a decimal number such as 1250 or -12.5'],
    ['DATE', '2026-02-30', 'Must be an existing date (YYYY-MM-DD)'],
    ['URL', 'javascript:alert(1)', 'Must be a URL that begins with https:// or http://'],
    ['EMAIL', 'nobody', 'Invalid email format'],
    ['PHONE', '4155550101', 'Must be E.164 format'],
    ['SINGLE_SELECT', 'Green', 'Must be the id or name of an option: Red'],
    ['MULTIPLE_SELECT', 'Gone', 'Must not be an archived option'],
    ['RADIO_BUTTON', 'reds', 'Must be the id or name of an option: Red'],
    ['CHECK_BOX', 'Gone', 'Must not be an archived option'],
    ['RATING', '6', 'Must be a whole number from 1 to 5'],
    ['USER', '2147483647', 'Must be the user id of a member of the workspace'],
    ['USERS_MULTIPLE', 'x', 'Must be the user id of a member of the workspace'],
  ])('what does not fit a field of the type %s: %j', async (inputType, item, message) => {
    const { id } = await answerable(app, fixture.workspaceId, { inputType, options: ['Red', '-Gone'] });
    await wrong({ customFieldId: id, answer: [item] }, { answer: [message] });
  });

  test('a user of another workspace', async () => {
    const { id } = await answerable(app, fixture.workspaceId, { inputType: 'USER' });
    const stranger = String((await app.workspace()).userId);
    await wrong(
      { customFieldId: id, answer: [stranger] },
      { answer: ['Must be the user id of a member of the workspace'] },
    );
  });

  test('the option of another field', async () => {
    const other = await answerable(app, fixture.workspaceId, { inputType: 'SINGLE_SELECT', options: ['Theirs'] });
    const { id } = await answerable(app, fixture.workspaceId, { inputType: 'SINGLE_SELECT', options: ['Ours'] });
    const answer = [String(other.optionIds[0])];
    await wrong({ customFieldId: id, answer }, { answer: ['Must be the id or name of an option: Ours'] });
  });

  test('a CONTACT field with eventCallId, by id and by identifier', async () => {
    const eventCallId = await app.call(fixture.owner);
    const refusal = { eventCallId: ['A CONTACT field must be answered for a contact'] };
    await wrong({ contactId: undefined, eventCallId }, refusal);
    await wrong({ customFieldId: undefined, identifier: 'goal', contactId: undefined, eventCallId }, refusal);
  });

  test('a CALL field with contactId', async () => {
    const { id } = await answerable(app, fixture.workspaceId, { type: 'CALL' });
    await wrong({ customFieldId: id }, { contactId: ['A CALL field must be answered for a call'] });
  });

  test.each([
    ['EVENT', 'An EVENT field must be answered for an event'],
    ['DEAL', 'A DEAL field must be answered for a deal'],
    ['USER', 'A USER field must be answered for a member'],
  ] as const)('a field of the type %s', async (type, message) => {
    const { id } = await answerable(app, fixture.workspaceId, { type });
    await wrong({ customFieldId: id }, { contactId: [message] });
  });
});
