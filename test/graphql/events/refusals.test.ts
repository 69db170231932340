import { describe, expect, test } from 'vitest';
import { type Answer, useApp } from '../../support/app.ts';
import { customField } from '../../support/custom-fields.ts';
import { detailsWith } from '../../support/errors.ts';
import { eventRows, eventsPlace, invalidField, refusalOf } from '../../support/events.ts';
import { hostileValues } from '../../support/hostile-values.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
const fixture = await eventsPlace(app);
const other = await eventsPlace(app);
const event = await fixture.made();
const theirEvent = await other.made();

/** Both mutations refuse this in the same way, and write nothing, whatever else is in the input. */
async function refused(input: object, expected: object): Promise<void> {
  const sent: ((input: object) => Promise<Answer>)[] = [
    (fields) => fixture.create({ name: 'Changed', ...fields }),
    (fields) => fixture.update({ id: event.id, name: 'Changed', ...fields }),
  ];
  const before = await eventRows(app, fixture.owner);
  for (const send of sent) expect(refusalOf(await send(input))).toEqual(expected);
  expect(await eventRows(app, fixture.owner)).toEqual(before);
}

const oneSlash = 'Must be <username>/<event-name>: a-z, 0-9 and single hyphens, with one slash';

describe('createEvent and updateEvent refuse, by the name of the field', () => {
  test.each<[object, string, string]>([
    [{ name: '' }, 'name', 'Must not be empty'],
    [{ name: ' \n ' }, 'name', 'Must not be empty'],
    [
      { reminders: Array.from({ length: 2 }, () => ({ minutesBefore: 60, recipient: 'HOST' })) },
      'reminders',
      'Must not have the same reminder twice',
    ],
    [{ hosts: Array(2).fill({ userId: 1 }) }, 'hosts', 'userId: Must not occur twice'],
    [{ hosts: [{ userId: 2_147_483_647 }] }, 'hosts', 'userId: Must be a member of the workspace'],
    [{ inviteeQuestions: [{ statement: '', type: 'NAME' }] }, 'inviteeQuestions', 'statement: Must not be empty'],
    [
      { secondaryQuestions: [{ required: true }] },
      'secondaryQuestions',
      'Exactly one of customFieldId and identifier is required',
    ],
    [
      { secondaryQuestions: [{ customFieldId: 1, identifier: 'a' }] },
      'secondaryQuestions',
      'Exactly one of customFieldId and identifier is required',
    ],
    [
      { secondaryQuestions: [{ customFieldId: 2_147_483_647 }] },
      'secondaryQuestions',
      'customFieldId: Must be a custom field of the workspace',
    ],
    [
      { secondaryQuestions: [{ identifier: 'nothing' }] },
      'secondaryQuestions',
      'identifier: Must be a custom field of the workspace',
    ],
  ])('%j', (input, field, message) => refused(input, invalidField(field, message)));

  test.each([
    ...['', '/', 'a', 'a/', '/a', 'a/b/c', 'A/b', 'a/B', 'a b/c', 'a/b c', 'a//b', '-a/b', 'a-/b', 'a/-b', 'a/b-'],
    ...['a--b/c', 'a/b--c', 'a/b?c', 'a/%62', 'a/../b', '../a', 'é/a', 'a/b\n', ' a/b', 'a/\u0000', 'a/\ud800', 'ａ/b'],
  ])('the link %j', (linkPrefix) => refused({ linkPrefix }, invalidField('linkPrefix', oneSlash)));

  test('a link with the username of nobody, or of a member of another workspace', async () => {
    for (const username of ['nobody', other.username]) {
      const problem = 'Must begin with the username of a member of the workspace';
      await refused({ linkPrefix: `${username}/intro` }, invalidField('linkPrefix', problem));
    }
  });

  test('a link that another event has, here or in another workspace', async () => {
    const { linkPrefix } = await fixture.made({ linkPrefix: `${fixture.username}/taken` });
    await app.insert('Membership', { ...other.owner, userId: fixture.owner.userId, role: 'CLOSER' });
    const theirs = await other.made({ linkPrefix: `${fixture.username}/theirs` });
    for (const taken of [linkPrefix, theirs.linkPrefix]) {
      await refused({ linkPrefix: taken }, invalidField('linkPrefix', 'Another event already has this link'));
    }
  });

  test('a host of another workspace', () =>
    refused(
      { hosts: [{ userId: fixture.owner.userId }, { userId: other.owner.userId, scheduleId: other.scheduleId }] },
      invalidField('hosts', 'userId: Must be a member of the workspace'),
    ));

  test('a host without a default schedule, unless one is named', async () => {
    const { workspaceId } = fixture.owner;
    const { userId } = await app.member(workspaceId, 'CLOSER');
    await app.schedule({ workspaceId, userId });
    const problem = `scheduleId: Is required because user ${userId} has no default schedule: create one under Schedules first`;
    await refused({ hosts: [{ userId }] }, invalidField('hosts', problem));
  });

  test('a schedule of another member, of the same member elsewhere, of another workspace or of none', async () => {
    const { owner } = fixture;
    const colleague = await app.member(owner.workspaceId, 'CLOSER');
    const elsewhere = await app.workspace();
    await app.insert('Membership', { workspaceId: elsewhere.workspaceId, userId: owner.userId, role: 'CLOSER' });
    const ids = [
      await app.schedule(colleague, { isDefault: true }),
      await app.schedule({ workspaceId: elsewhere.workspaceId, userId: owner.userId }),
      ...[other.scheduleId, 2_147_483_647],
    ];
    for (const scheduleId of ids) {
      const hosts = [{ userId: owner.userId, scheduleId }];
      await refused({ hosts }, invalidField('hosts', `scheduleId: Must be a schedule of user ${owner.userId}`));
    }
  });

  test('a custom field of another workspace, of another object type, or twice', async () => {
    const { workspaceId } = fixture.owner;
    const theirs = await customField(app, other.owner.workspaceId, { identifier: 'theirs' });
    const onDeal = await customField(app, workspaceId, { identifier: 'size', type: 'DEAL' });
    const onContact = await customField(app, workspaceId, { identifier: 'budget' });
    const invalid = (problem: string) => invalidField('secondaryQuestions', problem);
    const unknown = (name: string) => invalid(`${name}: Must be a custom field of the workspace`);
    const wrongType = 'Must be a CONTACT or CALL field, but this is a field of the type DEAL';
    await refused({ secondaryQuestions: [{ customFieldId: theirs }] }, unknown('customFieldId'));
    await refused({ secondaryQuestions: [{ identifier: 'theirs' }] }, unknown('identifier'));
    await refused({ secondaryQuestions: [{ customFieldId: onDeal }] }, invalid(`customFieldId: ${wrongType}`));
    await refused({ secondaryQuestions: [{ identifier: 'size' }] }, invalid(`identifier: ${wrongType}`));
    const twice = [{ customFieldId: onContact }, { identifier: 'budget' }];
    await refused({ secondaryQuestions: twice }, invalid('Must not contain a field twice'));
  });

  test('every wrong field at once', async () => {
    const answer = await fixture.create({ name: '', duration: 0, hosts: [], linkPrefix: 'x' });
    expect(refusalOf(answer)).toMatchObject({
      fieldErrors: {
        ...{ name: ['Must not be empty'], duration: ['Must be at least 1'] },
        ...{ hosts: ['An event needs at least one host'], linkPrefix: [oneSlash] },
      },
    });
  });
});

test('createEvent without hosts is no valid document, and a 400 of the field at /v1', async () => {
  const { body } = await fixture.create({ hosts: undefined });
  expect(body.errors[0].message).toContain('Field "hosts" of required type "[EventHostInput!]!" was not provided');
  const input = { name: 'Intro', callType: 'STRATEGY_EVENT', duration: 30 };
  const refused = await sendJson(app, ['POST', '/v1/events'], input, { key: fixture.key });
  expect([refused.status, refused.body.message.details.fieldErrors]).toEqual([400, { hosts: ['Is required'] }]);
});

test('an unknown event, one of another workspace and a deleted one are not found, by the same answer', async () => {
  const gone = await fixture.made();
  await fixture.remove({ id: gone.id });
  const notFound = { status: 404, code: 'EVENT_NOT_FOUND', message: 'Resource not found!' };
  const before = [await eventRows(app, fixture.owner), await eventRows(app, other.owner)];
  for (const id of [2_147_483_647, theirEvent.id, gone.id]) {
    expect(refusalOf(await fixture.update({ id, name: 'Mine', hosts: [{ userId: 1 }] }))).toEqual(notFound);
    expect(refusalOf(await fixture.remove({ id }))).toEqual(notFound);
  }
  expect([await eventRows(app, fixture.owner), await eventRows(app, other.owner)]).toEqual(before);
});

test('a workspace has at most 1,000 events, deleted ones not counted', async () => {
  const place = await eventsPlace(app);
  const { workspaceId } = place.owner;
  await app.sql(
    `INSERT INTO "Event" ("workspaceId", "name", "linkPrefix", "callType", "duration")
     SELECT $1, 'Filler', $2 || '/filler-' || n, 'STRATEGY_EVENT', 30 FROM generate_series(1, 999) n`,
    [workspaceId, place.username],
  );
  const last = await place.made();
  const full = refusalOf(await place.create({}));
  expect(full).toEqual({
    ...{ status: 400, code: 'VALIDATION_FAILED' },
    ...detailsWith({ formErrors: ['A workspace can have at most 1,000 events'] }),
  });
  await place.remove({ id: last.id });
  expect((await place.made()).name).toBe('Intro');
});

test('no hostile value of any field is stored, or is an error of the server', async () => {
  const before = await eventRows(app, fixture.owner);
  const fields = ['name', 'linkPrefix', 'duration', 'hosts', 'inviteeQuestions', 'secondaryQuestions', 'location'];
  for (const [place, value] of hostileValues.entries()) {
    const field = fields[place % fields.length] as string;
    const inputs = [{ [field]: value }, { [field]: [value] }, { linkPrefix: `a/${JSON.stringify(value)}` }];
    for (const input of inputs) {
      for (const { body } of [await fixture.create(input), await fixture.update({ id: event.id, ...input })]) {
        expect(['BAD_USER_INPUT', 'VALIDATION_FAILED']).toContain(body.errors[0].extensions.code);
      }
    }
  }
  expect(await eventRows(app, fixture.owner)).toEqual(before);
});
