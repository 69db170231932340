import { describe, expect, test } from 'vitest';
import { answerable } from '../support/answers.ts';
import { useApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { leadEvent } from '../support/lead-forms.ts';
import { sendJson } from '../support/lists.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);

interface Details {
  readonly fieldErrors: object;
  readonly errors: { readonly path: string | null }[];
}

/** Of a mutation that is refused. */
async function detailsOf(name: string, input: object, selection = 'id', credential = key): Promise<Details> {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
  const { body } = await app.graphql(document, credential, { input });
  return body.errors[0].extensions.details;
}

const pathsOf = ({ errors }: Details) => errors.map(({ path }) => path);

describe('a record inside an input hides no error of the rest: GraphQL lists what REST lists', () => {
  const call = { timeZone: 'UTC', eventId: 1 };
  test.each<[path: string, name: string, selection: string, input: object, paths: string[]]>([
    [
      ...(['/v1/fields', 'createCustomField', 'id'] as const),
      { name: '', inputType: 'SINGLE_SELECT', type: 'CONTACT', identifier: '_', options: [{ name: '' }] },
      ['name', 'identifier', 'options[0].name'],
    ],
    [
      ...(['/v1/fields', 'createCustomField', 'id'] as const),
      { name: '', inputType: 'NUMBER', type: 'CALL', configuration: { maxRating: 0 }, displayIndex: -1 },
      ['name', 'configuration.maxRating', 'displayIndex'],
    ],
    [
      ...(['/v1/eventCalls', 'createEventCall', 'id'] as const),
      { ...call, dateTime: 'soon', email: 'nobody', inviteeQuestionAnswers: [{ type: 'EMAIL', answer: 'no' }] },
      ['dateTime', 'email', 'inviteeQuestionAnswers[0].answer'],
    ],
    [
      ...(['/v1/fields/inviteeAnswers', 'insertInviteeAnswers', 'eventId'] as const),
      {
        ...{ linkPrefix: 'x'.repeat(256), contactId: 0, inviteeQuestionAnswers: [{ type: 'NAME', answer: ' ' }] },
        secondaryQuestionsAnswer: [{ answer: [] }],
      },
      ['linkPrefix', 'contactId', 'inviteeQuestionAnswers[0].answer', 'secondaryQuestionsAnswer[0]'],
    ],
  ])('%s and %s', async (path, name, selection, input, paths) => {
    const { body } = await sendJson(app, ['POST', path], input, { key });
    expect(pathsOf(body.message.details)).toEqual(paths);
    expect(await detailsOf(name, input, selection)).toEqual(body.message.details);
  });

  test('createSchedule', async () => {
    const days = [{ name: 'MONDAY', timings: [{ startTime: '9', endTime: '10:00' }] }];
    const details = await detailsOf('createSchedule', { name: '', timeZone: 'Mars', days }, 'schedule { id }');
    expect(pathsOf(details)).toEqual(['name', 'timeZone', 'days[0].timings[0].startTime']);
  });

  test('createEvent', async () => {
    const input = {
      ...{ name: '', callType: 'STRATEGY_EVENT', duration: 0, hosts: [{ userId: 0 }] },
      ...{ inviteeQuestions: [{ statement: '', type: 'NAME' }], secondaryQuestions: [{}] },
    };
    const details = await detailsOf('createEvent', input, 'event { id }', await app.session(owner));
    expect(pathsOf(details)).toEqual([
      ...['name', 'duration', 'inviteeQuestions[0].statement', 'secondaryQuestions[0]', 'hosts[0].userId'],
    ]);
  });
});

describe('the path of an error leads to the value', () => {
  test('of an answer that an event does not ask for, and of an option that there is not', async () => {
    const { linkPrefix } = await leadEvent(app, owner, { disqualifiesLeads: false });
    const contactId = await app.contact(owner.workspaceId);
    const { id: customFieldId } = await answerable(app, owner.workspaceId, { inputType: 'SINGLE_SELECT' });
    const inviteeQuestionAnswers = [{ type: 'PHONE_NO', answer: '+14155550101' }];
    const unasked = await detailsOf(
      'insertInviteeAnswers',
      { linkPrefix, contactId, inviteeQuestionAnswers },
      'eventId',
    );
    expect(unasked).toMatchObject({
      fieldErrors: { inviteeQuestionAnswers: ['INVALID_INVITEE_QUESTION_TYPE'] },
      errors: [{ path: 'inviteeQuestionAnswers[0].type' }],
    });
    const secondaryQuestionsAnswer = [{ customFieldId, answer: ['None of them'] }];
    const expected = {
      fieldErrors: { secondaryQuestionsAnswer: [expect.stringMatching(/^Must be the id or name of an option: /)] },
      errors: [{ path: 'secondaryQuestionsAnswer[0].answer[0]' }],
    };
    const inserted = { linkPrefix, contactId, secondaryQuestionsAnswer };
    expect(await detailsOf('insertInviteeAnswers', inserted, 'eventId')).toMatchObject(expected);
    const eventId = await bookableEvent(app, owner);
    const call = { eventId, timeZone: 'UTC', dateTime: '2026-03-05T12:00:00Z', contactId, secondaryQuestionsAnswer };
    expect(await detailsOf('createEventCall', call)).toMatchObject(expected);
  });

  test('of timings that overlap', async () => {
    const timings = [
      { startTime: '09:00', endTime: '11:00' },
      { startTime: '10:00', endTime: '12:00' },
    ];
    const days = [
      { name: 'MONDAY', timings: [] },
      { name: 'TUESDAY', timings },
    ];
    const input = { name: 'Week', timeZone: 'UTC', days };
    expect(await detailsOf('createSchedule', input, 'schedule { id }')).toMatchObject({
      fieldErrors: { days: ['Tuesday 10:00-12:00 overlaps 09:00-11:00'] },
      errors: [{ path: 'days[1].timings[1]' }],
    });
  });

  test('of each unknown custom field of a form', async () => {
    const secondaryQuestions = [{ identifier: 'nowhere' }, { customFieldId: 2_147_483_647 }];
    const hosts = [{ userId: owner.userId, scheduleId: await app.schedule(owner) }];
    const input = { name: 'Intro', callType: 'STRATEGY_EVENT', duration: 30, hosts, secondaryQuestions };
    const details = await detailsOf('createEvent', input, 'event { id }', await app.session(owner));
    expect(pathsOf(details)).toEqual(['secondaryQuestions[0].identifier', 'secondaryQuestions[1].customFieldId']);
  });
});
