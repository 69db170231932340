import { beforeEach, describe, expect, test } from 'vitest';
import type { DisqualificationRule } from '#src/domain/events/disqualification.ts';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { customField, options } from '../../support/custom-fields.ts';
import type { Member } from '../../support/factories.ts';

const app = await useApp();
let owner: Member;
let eventId: number;
let revenue: number;

const savedRules = (): Partial<DisqualificationRule>[] => [
  { kind: 'ANSWER', customFieldId: revenue, operator: 'EQUALS', values: ['Below $10k'] },
  { kind: 'PHONE_COUNTRY', values: ['DE', 'AT'] },
  { kind: 'EMAIL_DOMAIN', values: ['rival.example'] },
];

beforeEach(async () => {
  owner = await app.workspace();
  const { workspaceId } = owner;
  revenue = await customField(app, workspaceId, { identifier: 'revenue', inputType: 'SINGLE_SELECT' });
  await options(app, { workspaceId, customFieldId: revenue }, ['Below $10k', '$10k–50k']);
  eventId = await bookableEvent(app, owner, { status: 'DEACTIVATED', disqualificationRules: savedRules() });
  await app.insert('EventSecondaryQuestion', { workspaceId, eventId, customFieldId: revenue, required: true });
});

const document = `query ($eventId: Int!, $email: String, $phoneNumber: String,
  $inviteeQuestionAnswers: [InviteeQuestionAnswerInput!], $secondaryQuestionsAnswer: [SecondaryQuestionAnswerInput!],
  $disqualificationRules: [DisqualificationRuleInput!]) {
  whyDisqualified(eventId: $eventId, email: $email, phoneNumber: $phoneNumber, inviteeQuestionAnswers: $inviteeQuestionAnswers,
    secondaryQuestionsAnswer: $secondaryQuestionsAnswer, disqualificationRules: $disqualificationRules) { index kind }
}`;

async function ask(lead: object, member: Member = owner) {
  const { body } = await app.graphql(document, await app.session(member), { eventId, ...lead });
  return body;
}

async function why(lead: object) {
  const body = await ask(lead);
  expect(body.errors).toBeUndefined();
  return body.data.whyDisqualified;
}

const answered = (answer: string) => ({ secondaryQuestionsAnswer: [{ customFieldId: revenue, answer: [answer] }] });

describe('whyDisqualified', () => {
  test('names the first rule of the event that a lead meets, also where required answers are missing', async () => {
    expect(await why(answered('Below $10k'))).toEqual({ index: 0, kind: 'ANSWER' });
    expect(await why({ phoneNumber: '+4930901820' })).toEqual({ index: 1, kind: 'PHONE_COUNTRY' });
    expect(await why({ email: 'ira@mail.rival.example' })).toEqual({ index: 2, kind: 'EMAIL_DOMAIN' });
    const byQuestion = { inviteeQuestionAnswers: [{ type: 'EMAIL', answer: 'ira@rival.example' }] };
    expect(await why(byQuestion)).toEqual({ index: 2, kind: 'EMAIL_DOMAIN' });
    expect(await why({ ...answered('below $10K'), ...byQuestion })).toEqual({ index: 0, kind: 'ANSWER' });
    expect(await why({ ...answered('$10k–50k'), phoneNumber: '+12025550123', email: 'ira@fine.example' })).toBeNull();
    expect(await why({})).toBeNull();
  });

  test('tries rules that are not saved, by identifier too, and stores nothing', async () => {
    const [before] = await app.sql('SELECT * FROM "Event" WHERE "id" = $1', [eventId]);
    const disqualificationRules = [
      { kind: 'FREE_EMAIL' },
      { kind: 'ANSWER', identifier: 'revenue', operator: 'CONTAINS', values: ['50k'] },
    ];
    expect(await why({ ...answered('$10k–50k'), disqualificationRules })).toEqual({ index: 1, kind: 'ANSWER' });
    expect(await why({ ...answered('Below $10k'), disqualificationRules })).toBeNull();
    expect(await why({ ...answered('Below $10k'), disqualificationRules: [] })).toBeNull();
    expect(await app.sql('SELECT * FROM "Event" WHERE "id" = $1', [eventId])).toEqual([before]);
    expect(await app.sql('SELECT * FROM "Contact" WHERE "workspaceId" = $1', [owner.workspaceId])).toEqual([]);
  });

  test.each<[object | (() => object), string, string]>([
    [() => answered('Nothing'), 'secondaryQuestionsAnswer[0].answer[0]', 'unknown_value'],
    [
      { secondaryQuestionsAnswer: [{ identifier: 'none', answer: ['x'] }] },
      'secondaryQuestionsAnswer[0].identifier',
      'not_found',
    ],
    [{ email: 'ira' }, 'email', 'invalid_format'],
    [
      { disqualificationRules: [{ kind: 'ANSWER', customFieldId: 2_000_000_000, operator: 'EQUALS', values: ['x'] }] },
      'disqualificationRules[0].customFieldId',
      'not_found',
    ],
    [
      { inviteeQuestionAnswers: [{ type: 'PHONE_NO', answer: '030' }] },
      'inviteeQuestionAnswers[0].answer',
      'invalid_format',
    ],
    [
      { disqualificationRules: [{ kind: 'ANSWER', operator: 'EQUALS', values: ['x'] }] },
      'disqualificationRules[0]',
      'exactly_one',
    ],
    [
      { disqualificationRules: [{ kind: 'ANSWER', identifier: 'none', operator: 'EQUALS', values: ['x'] }] },
      'disqualificationRules[0].identifier',
      'not_found',
    ],
  ])('says at its field what is wrong: %j', async (lead, path, code) => {
    const { errors } = await ask(typeof lead === 'function' ? lead() : lead);
    expect(errors[0].extensions.details.errors).toMatchObject([{ path, code }]);
  });

  test('is for owners and admins, within the workspace', async () => {
    const [admin, closer] = [
      await app.member(owner.workspaceId, 'ADMIN'),
      await app.member(owner.workspaceId, 'CLOSER'),
    ];
    expect((await ask({}, admin)).errors).toBeUndefined();
    expect((await ask({}, closer)).errors[0].extensions.code).toBe('FORBIDDEN');
    expect((await ask({}, await app.workspace())).errors[0].extensions.code).toBe('EVENT_NOT_FOUND');
  });
});
