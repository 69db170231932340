import { beforeEach, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { customField } from '../../support/custom-fields.ts';
import { during } from '../../support/during.ts';
import { type EventsPlace, eventsPlace, invalidField, refusalOf } from '../../support/events.ts';
import { sendJson } from '../../support/lists.ts';

let fixture: EventsPlace;
let event: Body;
const app = await useApp();
const other = await useApp({ databaseUrl: app.databaseUrl });
beforeEach(async () => {
  fixture = await eventsPlace(app);
  event = await fixture.made();
});

/** Sends a mutation to one of two nodes. */
function send(turn: number, name: 'createEvent' | 'updateEvent' | 'deleteEvent', input: object) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const fields = 'id linkPrefix updatedAt hosts { userId priority } inviteeQuestions { statement }';
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { event { ${fields} } } }`;
  return (turn % 2 ? app : other).graphql(document, fixture.key, { input });
}

const plain = () => ({
  ...{ name: 'Talk', callType: 'STRATEGY_EVENT', duration: 30 },
  hosts: [{ userId: fixture.owner.userId }],
});

const all = <Result>(count: number, work: (turn: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => work(turn)));

test('forty updates at once leave the hosts and questions of one of them, never a mix', async () => {
  const members: number[] = [];
  for (let place = 0; place < 6; place++) {
    const member = await app.member(fixture.owner.workspaceId, 'CLOSER');
    await app.schedule(member, { isDefault: true });
    members.push(member.userId);
  }
  const inputOf = (turn: number) => ({
    hosts: members.filter((_, place) => (turn + place) % 3 !== 0).map((userId) => ({ userId, priority: turn })),
    inviteeQuestions: [0, 1, 2].map((place) => ({ statement: `${turn}.${place}`, type: 'NAME' })),
  });
  const answers = await all(40, (turn) => send(turn, 'updateEvent', { id: event.id, ...inputOf(turn) }));
  const shown = (found: Body) => ({
    hosts: found.hosts.map(({ userId, priority }: Body) => ({ userId, priority })),
    questions: found.inviteeQuestions.map(({ statement }: Body) => statement),
  });
  const written = (turn: number) => {
    const { hosts, inviteeQuestions } = inputOf(turn);
    return { hosts, questions: inviteeQuestions.map(({ statement }) => statement) };
  };
  for (const [turn, { body }] of answers.entries()) expect(shown(body.data.updateEvent.event)).toEqual(written(turn));
  const last = (await app.get(`/v1/events/detail?eventId=${event.id}`, fixture.key)).body.data;
  expect(shown(last)).toEqual(written(last.hosts[0].priority));
});

test('of twenty events with one link at once, one is created', async () => {
  const linkPrefix = `${fixture.username}/talk`;
  const answers = await all(20, (turn) => send(turn, 'createEvent', { ...plain(), linkPrefix }));
  const refused = answers.filter(({ body }) => body.errors);
  expect(refused.map(refusalOf)).toEqual(
    Array(19).fill(invalidField('linkPrefix', 'Another event already has this link')),
  );
});

test('of twenty events that take one link at once, one gets it', async () => {
  const ids: number[] = [];
  for (let place = 0; place < 20; place++) ids.push((await fixture.made()).id);
  const linkPrefix = `${fixture.username}/talk`;
  const answers = await all(20, (turn) => send(turn, 'updateEvent', { id: ids[turn], linkPrefix }));
  const refused = answers.filter(({ body }) => body.errors);
  expect(refused.map(refusalOf)).toEqual(
    Array(19).fill(invalidField('linkPrefix', 'Another event already has this link')),
  );
});

test('twenty events of one name at once all get a link of their own', async () => {
  const answers = await all(20, (turn) => send(turn, 'createEvent', plain()));
  const links = answers.map(({ body }) => body.data.createEvent.event.linkPrefix).sort();
  const { username } = fixture;
  const expected = Array.from({ length: 20 }, (_, place) => `${username}/talk${place ? `-${place + 1}` : ''}`);
  expect(links).toEqual(expected.sort());
});

test('of ten deletions among ten updates at once, one deletes, and nothing is left of the others', async () => {
  const answers = await all(20, (turn) =>
    turn < 10
      ? send(turn, 'deleteEvent', { id: event.id })
      : send(turn, 'updateEvent', { id: event.id, hosts: [{ userId: fixture.owner.userId, priority: turn }] }),
  );
  const deleted = answers.slice(0, 10).filter(({ body }) => !body.errors);
  expect(deleted.length).toBe(1);
  const refused = answers.filter(({ body }) => body.errors).map(refusalOf);
  expect(refused).toEqual(
    refused.map(() => ({ status: 404, code: 'EVENT_NOT_FOUND', message: 'Resource not found!' })),
  );
  expect(await app.sql('SELECT FROM "EventHost" WHERE "eventId" = $1', [event.id])).toEqual([]);
});

test('a host who leaves, or whose schedule is deleted, meanwhile is refused', async () => {
  const [leaver, mover] = [
    await app.member(fixture.owner.workspaceId, 'CLOSER'),
    await app.member(fixture.owner.workspaceId, 'CLOSER'),
  ];
  await app.schedule(leaver, { isDefault: true });
  const scheduleId = await app.schedule(mover, { isDefault: true });
  const left = await during(
    app,
    (sql) =>
      sql('DELETE FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2', [leaver.workspaceId, leaver.userId]),
    () => send(0, 'updateEvent', { id: event.id, hosts: [{ userId: leaver.userId }] }),
  );
  expect(refusalOf(left)).toEqual(invalidField('hosts', 'userId: Must be a member of the workspace'));
  const moved = await during(
    app,
    (sql) => sql('DELETE FROM "Schedule" WHERE "workspaceId" = $1 AND "id" = $2', [mover.workspaceId, scheduleId]),
    () => send(0, 'updateEvent', { id: event.id, hosts: [{ userId: mover.userId, scheduleId }] }),
  );
  expect(refusalOf(moved)).toEqual(invalidField('hosts', `scheduleId: Must be a schedule of user ${mover.userId}`));
});

test('a custom field that becomes one of another type meanwhile is refused', async () => {
  const { workspaceId } = fixture.owner;
  const customFieldId = await customField(app, workspaceId, { identifier: 'budget' });
  const answer = await during(
    app,
    (sql) =>
      sql(`UPDATE "CustomField" SET "type" = 'DEAL' WHERE "workspaceId" = $1 AND "id" = $2`, [
        workspaceId,
        customFieldId,
      ]),
    () => send(0, 'updateEvent', { id: event.id, secondaryQuestions: [{ customFieldId }] }),
  );
  expect(refusalOf(answer)).toEqual(
    invalidField(
      'secondaryQuestions',
      'customFieldId: Must be a CONTACT or CALL field, but this is a field of the type DEAL',
    ),
  );
});

test('a lead who waits for a change of the form answers the changed form', async () => {
  const { workspaceId } = fixture.owner;
  const lead = {
    linkPrefix: event.linkPrefix,
    contactId: await app.contact(workspaceId),
    inviteeQuestionAnswers: [{ type: 'PHONE_NO', answer: '+14155550101' }],
  };
  const key = await app.apiKey(fixture.owner);
  const answer = await during(
    app,
    async (sql) => {
      await sql(`UPDATE "Event" SET "updatedAt" = now() WHERE "workspaceId" = $1 AND "id" = $2`, [
        workspaceId,
        event.id,
      ]);
      await sql(`UPDATE "InviteeQuestion" SET "type" = 'PHONE_NO' WHERE "workspaceId" = $1 AND "eventId" = $2`, [
        workspaceId,
        event.id,
      ]);
    },
    () => sendJson(app, ['POST', '/v1/fields/inviteeAnswers'], lead, { key }),
  );
  expect(answer.status).toBe(201);
});
