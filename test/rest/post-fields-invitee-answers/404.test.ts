import { afterAll, describe, expect, test } from 'vitest';
import { answerable, answering, answerRows, inviteePath, noRows, notFoundAt } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { leadEvent } from '../../support/lead-forms.ts';

const app = await useApp();
const fixture = await answering(app, inviteePath);
const stranger = await app.workspace();
const contactId = await app.contact(fixture.workspaceId);
const linkPrefix = (await leadEvent(app, fixture.owner, { disqualifiesLeads: true })).linkPrefix;
afterAll(async () => {
  for (const { workspaceId } of [fixture, stranger]) expect(await answerRows(app, workspaceId)).toEqual(noRows);
});

const name = { type: 'NAME', answer: 'Ira' };

async function responseTo(input: object) {
  const whole = { linkPrefix, contactId, inviteeQuestionAnswers: [name], ...input };
  const { status, body } = await fixture.post(whole, { 'idempotency-key': crypto.randomUUID() });
  return { status, body };
}

describe('POST /v1/fields/inviteeAnswers', () => {
  test('reports a link of no live event as a missing record', async () => {
    const none = {
      status: 404,
      body: { message: 'Record not found!', code: 'RECORD_NOT_FOUND', details: { path: 'linkPrefix' } },
    };
    const links = [
      'nobody/nothing',
      '',
      linkPrefix.toUpperCase(),
      (await leadEvent(app, stranger)).linkPrefix,
      (await leadEvent(app, fixture.owner, { status: 'DEACTIVATED' })).linkPrefix,
      (await leadEvent(app, fixture.owner, { hosts: 0 })).linkPrefix,
    ];
    for (const link of links) expect(await responseTo({ linkPrefix: link }), link).toEqual(none);
  });

  test('reports a contactId that is not of the workspace, and creates no contact for it', async () => {
    const theirs = await app.contact(stranger.workspaceId, { email: 'theirs@example.com' });
    const inviteeQuestionAnswers = [{ type: 'EMAIL', answer: 'theirs@example.com' }];
    for (const id of [2_147_483_647, theirs]) {
      expect(await responseTo({ contactId: id })).toEqual(notFoundAt('contactId'));
      expect(await responseTo({ contactId: id, inviteeQuestionAnswers })).toEqual(notFoundAt('contactId'));
    }
    const contacts = await app.sql('SELECT FROM "Contact" WHERE "workspaceId" = $1', [fixture.workspaceId]);
    expect(contacts).toHaveLength(1);
  });

  test('reports a missing custom field in the same way, and writes none of the other answers', async () => {
    const ours = await answerable(app, fixture.workspaceId);
    const theirs = await answerable(app, stranger.workspaceId, { identifier: 'theirs' });
    for (const field of [{ customFieldId: 2_147_483_647 }, { customFieldId: theirs.id }, { identifier: 'theirs' }]) {
      const secondaryQuestionsAnswer = [
        { customFieldId: ours.id, answer: ['a'] },
        { ...field, answer: ['b'] },
      ];
      const path = `secondaryQuestionsAnswer[1].${Object.keys(field)[0]}`;
      expect(await responseTo({ secondaryQuestionsAnswer })).toEqual(notFoundAt(path));
    }
  });

  test('the mutation returns the code as well', async () => {
    const ask = 'mutation ($input: InsertInviteeAnswersInput!) { insertInviteeAnswers(input: $input) { status } }';
    const { body } = await app.graphql(ask, fixture.key, {
      input: { linkPrefix: 'nobody/nothing', contactId, inviteeQuestionAnswers: [name] },
    });
    expect(body.errors[0]).toMatchObject({
      message: 'Record not found!',
      extensions: { code: 'RECORD_NOT_FOUND' },
    });
  });
});
