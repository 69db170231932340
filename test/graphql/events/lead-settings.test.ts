import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { customField } from '../../support/custom-fields.ts';
import { detailsWith } from '../../support/errors.ts';
import { type EventsPlace, eventRows, eventsPlace, refusalOf } from '../../support/events.ts';
import { sendJson } from '../../support/lists.ts';

let fixture: EventsPlace;
let event: Body;
const app = await useApp();
beforeEach(async () => {
  fixture = await eventsPlace(app);
  event = await fixture.made();
});

/** The path, code and message of the one error; both mutations give the same, and write nothing. */
async function refused(settings: object) {
  const before = await eventRows(app, fixture.owner);
  const answers = [await fixture.create(settings), await fixture.update({ id: event.id, ...settings })];
  const [errors, others] = answers.map(({ body }) => body.errors[0].extensions.details.errors);
  expect(others).toEqual(errors);
  expect(await eventRows(app, fixture.owner)).toEqual(before);
  return errors.map(({ path, code, message }: Body) => [path, code, message]);
}

const rule = (changes: object) => ({ disqualificationRules: [{ kind: 'FREE_EMAIL' }, changes] });
const at = (field: string) => `disqualificationRules[1]${field}`;
const oneName = 'Exactly one of questionType, customFieldId and identifier is required for ANSWER';
const country = 'Must be the ISO 3166-1 alpha-2 code of a country with its own phone numbers';
const domain = 'Must be a domain such as example.com';
const web = 'Must be a URL that begins with https:// or http://';
const answer = { kind: 'ANSWER', operator: 'EQUALS', values: ['x'] };

describe('the settings for leads refuse', () => {
  test.each<[object, string, string, string]>([
    [rule(answer), at(''), 'exactly_one', oneName],
    [rule({ ...answer, questionType: 'NAME', customFieldId: 1 }), at(''), 'exactly_one', oneName],
    [
      rule({ ...answer, questionType: 'NAME', operator: undefined }),
      at('.operator'),
      'required',
      'Is required for ANSWER',
    ],
    [rule({ ...answer, questionType: 'NAME', values: [] }), at('.values'), 'required', 'Must have at least one value'],
    [
      rule({ ...answer, questionType: 'NAME', values: ['\u200b '] }),
      at('.values[0]'),
      'too_short',
      'Must not be empty',
    ],
    [rule({ kind: 'PHONE_COUNTRY', values: ['US', 'UK'] }), at('.values[1]'), 'invalid_format', country],
    [rule({ kind: 'PHONE_COUNTRY', values: ['us'] }), at('.values[0]'), 'invalid_format', country],
    [rule({ kind: 'PHONE_COUNTRY' }), at('.values'), 'required', 'Must have at least one value'],
    [rule({ kind: 'EMAIL_DOMAIN', values: ['@example.com'] }), at('.values[0]'), 'invalid_format', domain],
    [rule({ kind: 'EMAIL_DOMAIN', values: ['com'] }), at('.values[0]'), 'invalid_format', domain],
    [
      rule({ kind: 'EMAIL_DOMAIN', values: ['a.com'], operator: 'EQUALS' }),
      at('.operator'),
      'conflict',
      'Is only allowed for ANSWER',
    ],
    [rule({ kind: 'FREE_EMAIL', values: ['gmail.com'] }), at('.values'), 'conflict', 'Must be empty for FREE_EMAIL'],
    [
      rule({ kind: 'FREE_EMAIL', questionType: 'EMAIL' }),
      ...([at(''), 'conflict', 'questionType, customFieldId and identifier are only allowed for ANSWER'] as const),
    ],
    [
      rule({ ...answer, customFieldId: 2_147_483_647 }),
      ...([at('.customFieldId'), 'not_found', 'Must be a custom field of the workspace'] as const),
    ],
    [
      rule({ ...answer, identifier: 'nothing' }),
      ...([at('.identifier'), 'not_found', 'Must be a custom field of the workspace'] as const),
    ],
    [
      { disqualificationRules: Array(51).fill({ kind: 'FREE_EMAIL' }) },
      ...(['disqualificationRules', 'too_many', 'Must have at most 50 items'] as const),
    ],
    [
      { disqualificationRules: Array(6).fill({ ...answer, questionType: 'NAME', values: Array(200).fill('x') }) },
      ...(['disqualificationRules', 'too_many', 'Must have at most 1,000 values across all rules'] as const),
    ],
    [{ disqualificationRules: null }, 'disqualificationRules', 'invalid_type', 'Must be a list'],
    [{ isListed: null }, 'isListed', 'invalid_type', 'Must be true or false'],
    [{ disqualifiedMessage: 'x'.repeat(2_001) }, 'disqualifiedMessage', 'too_long', 'Must be at most 2000 characters'],
    [{ disqualifiedUrl: 'javascript:alert(1)' }, 'disqualifiedUrl', 'invalid_format', web],
    [{ redirectUrl: '//evil.example/thanks' }, 'redirectUrl', 'invalid_format', web],
    [
      { redirectUrl: 'https://user:secret@example.com' },
      'redirectUrl',
      'invalid_format',
      'Must not contain a user name or password',
    ],
    [{ redirectAnswers: ['NAME', 'NAME'] }, 'redirectAnswers[1]', 'duplicate', 'Must not occur twice'],
    [
      { redirectAnswers: ['EMAIL', 'nothing'] },
      'redirectAnswers[1]',
      'not_found',
      'Must be one of EMAIL, PHONE_NO, NAME, FIRST_NAME, LAST_NAME, or the identifier of a CONTACT or CALL field',
    ],
    [{ redirectAnswers: Array(21).fill('NAME') }, 'redirectAnswers', 'too_many', 'Must have at most 20 items'],
  ])('%j', async (settings, ...error) => {
    expect(await refused(settings)).toEqual([error]);
  });

  test('a field of deals, and one of another workspace', async () => {
    const { workspaceId } = fixture.owner;
    const dealField = await customField(app, workspaceId, { identifier: 'size', type: 'DEAL' });
    const theirs = await customField(app, (await app.workspace()).workspaceId, { identifier: 'theirs', type: 'CALL' });
    expect(await refused(rule({ ...answer, customFieldId: dealField }))).toEqual([
      [at('.customFieldId'), 'not_allowed', expect.stringContaining('Must be a CONTACT or CALL field')],
    ]);
    expect(await refused(rule({ ...answer, customFieldId: theirs }))).toEqual([
      [at('.customFieldId'), 'not_found', 'Must be a custom field of the workspace'],
    ]);
  });
});

test('what was read can be written again, and stays when the field of a rule is deleted', async () => {
  const customFieldId = await customField(app, fixture.owner.workspaceId, { identifier: 'budget', type: 'CALL' });
  const { disqualificationRules } = await fixture.updated({
    id: event.id,
    disqualificationRules: [{ kind: 'ANSWER', identifier: 'budget', operator: 'EQUALS', values: ['0'] }],
  });
  const again = await fixture.updated({ id: event.id, disqualificationRules });
  expect(again.disqualificationRules).toEqual(disqualificationRules);
  await app.sql('DELETE FROM "CustomField" WHERE "id" = $1', [customFieldId]);
  const named = await fixture.updated({ id: event.id, name: 'Talk' });
  expect(named.disqualificationRules).toEqual([expect.objectContaining({ customFieldId })]);
});

test('PUT /v1/events takes the settings, and refuses an unknown value with its path', async () => {
  const put = (body: object) => sendJson(app, ['PUT', '/v1/events'], { id: event.id, ...body }, { key: fixture.key });
  const { status, body } = await put({ bookingFlow: 'FORM_FIRST', disqualificationRules: [{ kind: 'FREE_EMAIL' }] });
  expect([status, body.data.bookingFlow, body.data.disqualificationRules]).toEqual([
    ...[200, 'FORM_FIRST'],
    [{ kind: 'FREE_EMAIL', questionType: null, customFieldId: null, operator: null, values: [] }],
  ]);
  const refusal = await put({ disqualificationRules: [{ kind: 'ZODIAC' }] });
  expect([refusal.status, refusal.body.message.details]).toEqual([
    400,
    detailsWith({
      fieldErrors: {
        disqualificationRules: ['kind: Must be one of: ANSWER, PHONE_COUNTRY, EMAIL_DOMAIN, FREE_EMAIL'],
      },
    }),
  ]);
  expect(refusalOf(await fixture.update({ id: 2_147_483_647, isListed: true }))).toMatchObject({
    code: 'EVENT_NOT_FOUND',
  });
});
