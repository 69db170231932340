import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventRows } from '../../support/events.ts';
import type { Member } from '../../support/factories.ts';
import { fullEvent } from '../../support/full-event.ts';
import { leadEvent } from '../../support/lead-forms.ts';
import { sendJson } from '../../support/lists.ts';

let owner: Member;
let key: string;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner, { scopes: ['events:write'] });
});

const put = async (input: object, credential = key) => {
  const { status, body } = await sendJson(app, ['PUT', '/v1/events/status'], input, { key: credential });
  return { status, body };
};

test('PUT /v1/events/status returns exactly the event with its new status', async () => {
  const event = await fullEvent(app, owner);
  for (const status of ['DEACTIVATED', 'ACTIVATED']) {
    const answer = await put({ eventId: event.id, status });
    const { updatedAt } = answer.body.data;
    const expected = { status: 200, body: { data: { ...event, status, updatedAt } } };
    expect(JSON.stringify(answer)).toBe(JSON.stringify(expected));
    expect(updatedAt > event.updatedAt).toBe(true);
  }
});

test('PUT /v1/events/status of the present status writes nothing', async () => {
  const event = await fullEvent(app, owner);
  const before = await eventRows(app, owner);
  expect(await put({ eventId: event.id, status: 'ACTIVATED' })).toEqual({ status: 200, body: { data: event } });
  expect(await eventRows(app, owner)).toEqual(before);
});

test('an admin, a session and the mutation do the same', async () => {
  const { id: eventId } = await fullEvent(app, owner);
  const admin = await app.member(owner.workspaceId, 'ADMIN');
  const status = 'DEACTIVATED';
  expect((await put({ eventId, status }, await app.session(admin))).body.data.status).toBe(status);
  const document = `mutation { updateEventStatus(input: { eventId: ${eventId}, status: ACTIVATED }) { id status } }`;
  const { body } = await app.graphql(document, await app.apiKey(admin));
  expect(body.data.updateEventStatus).toEqual({ id: eventId, status: 'ACTIVATED' });
});

test('a deactivated event takes no leads, until it is activated', async () => {
  const { id: eventId, linkPrefix } = await leadEvent(app, owner);
  const contactId = await app.contact(owner.workspaceId);
  const lead = { linkPrefix, contactId, inviteeQuestionAnswers: [{ type: 'NAME', answer: 'Ira' }] };
  const leads = await app.apiKey(owner);
  const outcomes = [];
  for (const status of ['DEACTIVATED', 'ACTIVATED']) {
    await put({ eventId, status });
    outcomes.push((await sendJson(app, ['POST', '/v1/fields/inviteeAnswers'], lead, { key: leads })).status);
  }
  expect(outcomes).toEqual([404, 201]);
});

test('changes at once from two sides end with a status of one of them', async () => {
  const { id: eventId } = await fullEvent(app, owner);
  const statuses = Array.from({ length: 20 }, (_, turn) => (turn % 2 ? 'ACTIVATED' : 'DEACTIVATED'));
  const answers = await Promise.all(statuses.map((status) => put({ eventId, status })));
  expect(answers.map(({ status, body }) => [status, body.data.status])).toEqual(
    statuses.map((status) => [200, status]),
  );
});
