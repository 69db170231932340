import { describe, expect, test } from 'vitest';
import { answerable } from '../support/answers.ts';
import { useApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { leadEvent } from '../support/lead-forms.ts';

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

test('a record inside an input hides no error of the rest, in the order of the fields', async () => {
  const input = {
    ...{ name: '', callType: 'STRATEGY_EVENT', duration: 0, hosts: [{ userId: 0 }] },
    ...{ inviteeQuestions: [{ statement: '', type: 'NAME' }], secondaryQuestions: [{}] },
  };
  const details = await detailsOf('createEvent', input, 'event { id }', await app.session(owner));
  expect(pathsOf(details)).toEqual([
    ...['name', 'duration', 'inviteeQuestions[0].statement', 'secondaryQuestions[0]', 'hosts[0].userId'],
  ]);
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
