import { describe, test } from 'vitest';
import { answerable, answering, inviteePath } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { leadEvent } from '../../support/lead-forms.ts';
import { refusals } from '../../support/refusals.ts';

const app = await useApp();
const fixture = await answering(app, inviteePath);
const linkPrefix = (await leadEvent(app, fixture.owner, { disqualifiesLeads: true })).linkPrefix;
const contactId = await app.contact(fixture.workspaceId, { email: 'ira@example.com' });
const field = await answerable(app, fixture.workspaceId, { inputType: 'NUMBER', identifier: 'budget' });
const name = { type: 'NAME', answer: 'Ira' };
const email = { type: 'EMAIL', answer: 'ira@example.com' };

const base = { linkPrefix, contactId, inviteeQuestionAnswers: [name] };
const { wrong, wrongForm } = refusals(app, ['POST', inviteePath], { key: fixture.key, base });
const wrongSecondary = (answer: object, message: string) =>
  wrong({ secondaryQuestionsAnswer: [answer] }, { secondaryQuestionsAnswer: [message] });

const unasked = { inviteeQuestionAnswers: ['INVALID_INVITEE_QUESTION_TYPE'] };

describe('POST /v1/fields/inviteeAnswers refuses', () => {
  test.each(['PHONE_NO', 'FIRST_NAME', 'LAST_NAME'])(
    'an answer of the type %s, which the event does not ask',
    (type) => {
      const answer = type === 'PHONE_NO' ? '+14155550101' : 'Ira';
      return wrong({ inviteeQuestionAnswers: [email, { type, answer }] }, unasked);
    },
  );

  test.each(['FAX', 'name', 'NAME ', ''])('an answer of the type %j, which no event asks', (type) =>
    wrong({ inviteeQuestionAnswers: [email, { type, answer: 'Ira' }] }, unasked),
  );

  test('more answers of a type than the event has questions of it', () =>
    wrong({ inviteeQuestionAnswers: [name, name] }, unasked));

  test('no contact to answer for', () =>
    wrongForm({ contactId: undefined }, 'A contactId or an answer of the type EMAIL or PHONE_NO is required'));

  test.each([{ inviteeQuestionAnswers: undefined }, { inviteeQuestionAnswers: [], secondaryQuestionsAnswer: [] }])(
    'no answers at all: %j',
    (input) => wrongForm(input, 'At least one answer is required'),
  );

  test.each<[object, Record<string, string[]>]>([
    [
      { inviteeQuestionAnswers: [{ type: 'FAX', answer: '' }] },
      { inviteeQuestionAnswers: ['INVALID_INVITEE_QUESTION_TYPE', 'answer: Must not be empty'] },
    ],
    [
      { inviteeQuestionAnswers: [{ type: 'EMAIL', answer: 'nobody' }] },
      { inviteeQuestionAnswers: ['answer: Invalid email format'] },
    ],
    [
      { inviteeQuestionAnswers: [{ type: 'PHONE_NO', answer: '415' }] },
      { inviteeQuestionAnswers: ['answer: Must be E.164 format'] },
    ],
  ])('%j by name', (input, fieldErrors) => wrong(input, fieldErrors));

  test('answers to custom fields that are not named by exactly one of customFieldId and identifier', async () => {
    const message = 'Exactly one of customFieldId and identifier is required';
    await wrongSecondary({ answer: ['1'] }, message);
    await wrongSecondary({ customFieldId: field.id, identifier: 'budget', answer: ['1'] }, message);
  });

  test('answers to custom fields that do not fit', async () => {
    const message = 'Must be a decimal number such as 1250 or -12.5';
    await wrongSecondary({ customFieldId: field.id, answer: ['much'] }, message);
    await wrongSecondary({ customFieldId: field.id }, 'answer: Is required');
  });

  test('two answers to one custom field', () =>
    wrong(
      {
        secondaryQuestionsAnswer: [
          { customFieldId: field.id, answer: ['1'] },
          { identifier: 'budget', answer: ['2'] },
        ],
      },
      { secondaryQuestionsAnswer: ['Must not contain a field twice'] },
    ));

  test('an answer to a field of calls: there is no call', async () => {
    const { id, identifier } = await answerable(app, fixture.workspaceId, { type: 'CALL' });
    await wrongSecondary({ customFieldId: id, answer: ['a'] }, 'A CALL field must be answered for a call');
    await wrongSecondary({ identifier, answer: ['a'] }, 'A CALL field must be answered for a call');
  });
});
