import { expect, test } from 'vitest';
import { answerable, answering, answerRows, inviteePath, noRows } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { leadEvent } from '../../support/lead-forms.ts';

const app = await useApp();
await app.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$`);
await app.sql('CREATE TRIGGER refuse BEFORE INSERT ON "WebhookEvent" FOR EACH ROW EXECUTE FUNCTION refuse()');

test('answers of a lead whose events cannot be written are not written either, and their key stays free', async () => {
  const { post, owner, workspaceId } = await answering(app, inviteePath);
  const { linkPrefix } = await leadEvent(app, owner, { disqualifiesLeads: true });
  const { id } = await answerable(app, workspaceId);
  const input = {
    linkPrefix,
    contactId: await app.contact(workspaceId),
    inviteeQuestionAnswers: [{ type: 'NAME', answer: 'Ira' }],
    secondaryQuestionsAnswer: [{ customFieldId: id, answer: ['a'] }],
  };
  const headers = { 'idempotency-key': 'a' };
  const before = await app.sql('SELECT * FROM "Contact"');
  expect(await post(input, headers)).toMatchObject({ status: 500, body: { message: 'Something went wrong' } });
  expect(app.unexpected.splice(0)).toHaveLength(1);
  expect(await app.sql('SELECT * FROM "Contact"')).toEqual(before);
  expect(await answerRows(app, workspaceId)).toEqual(noRows);

  await app.sql('DROP TRIGGER refuse ON "WebhookEvent"');
  expect((await post(input, headers)).status).toBe(201);
  const written = { CustomFieldAnswer: 1, InviteeAnswer: 1, WebhookEvent: 3, IdempotencyRecord: 1 };
  expect(await answerRows(app, workspaceId)).toEqual(written);
});
