import { expect, test } from 'vitest';
import { answerable, answering, answerPath, bulkPath, manyContacts, poster } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

/** Three contacts, of which the first has the answer `Two, One` and the second the answer `One`. */
async function place() {
  const { post, key, workspaceId } = await answering(app, bulkPath);
  const draft = { inputType: 'MULTIPLE_SELECT', options: ['One', 'Two'] } as const;
  const { id: customFieldId, identifier, optionIds } = await answerable(app, workspaceId, draft);
  const contactIds = (await manyContacts(app, workspaceId, 3)) as [number, number, number];
  const [one, two] = optionIds;
  const record = (answer: string[], ids: unknown[]) => ({ customFieldId, identifier, answer, optionIds: ids });
  const ofOne = record(['One'], [one]);
  const ofBoth = record(['Two', 'One'], [two, one]);
  const answer = (contactId: number, items: string[]) =>
    poster(app, answerPath, key)({ customFieldId, contactId, answer: items });
  await answer(contactIds[0], ['Two', 'One']);
  await answer(contactIds[1], ['One']);
  const event = (contactId: number, after: object, before: object) => ({
    kind: 'contact.answers_changed',
    payload: { contactId, answers: [after] },
    previous: { answers: [before] },
  });
  return {
    ...{ contactIds, ofOne, ofBoth, nothing: record([], []), event, answer },
    bulk: (input: object) => post({ customFieldId, contactIds: contactIds.toReversed(), ...input }),
    rows: () =>
      app.sql('SELECT * FROM "CustomFieldAnswer" WHERE "workspaceId" = $1 ORDER BY "contactId"', [workspaceId]),
    events: async () => (await eventsOf(app, workspaceId)).slice(2),
    first: async () => (await eventsOf(app, workspaceId)).slice(0, 2),
  };
}

test('one answer writes an event with what was there before, and none where it is there already', async () => {
  const { contactIds, event, ofOne, ofBoth, nothing, answer, first, events, rows } = await place();
  const [both, one] = contactIds;
  expect(await first()).toEqual([event(both, ofBoth, nothing), event(one, ofOne, nothing)]);
  const before = await rows();
  await answer(one, ['One']);
  expect([await events(), await rows()]).toEqual([[], before]);
  await answer(one, []);
  await answer(one, []);
  expect(await events()).toEqual([event(one, nothing, ofOne)]);
});

test('a bulk writes an event for each contact whose answer changes, and leaves the others as they are', async () => {
  const { contactIds, event, ofOne, ofBoth, nothing, bulk, events, rows } = await place();
  const [both, one, none] = contactIds;
  const [, kept] = await rows();
  const { body } = await bulk({ answer: ['One'] });
  expect(body).toEqual({ data: { count: 3, created: 1, updated: 1, skipped: 1 } });
  expect(await events()).toEqual([event(both, ofOne, ofBoth), event(none, ofOne, nothing)]);
  expect((await rows())[1]).toEqual(kept);
  expect(kept).toMatchObject({ contactId: one });
});

test('a bulk that keeps what is there writes events of the others alone', async () => {
  const { contactIds, event, ofOne, nothing, bulk, events } = await place();
  await bulk({ answer: ['One'], overrideExisting: false });
  expect(await events()).toEqual([event(contactIds[2], ofOne, nothing)]);
  await bulk({ answer: [], overrideExisting: false });
  expect(await events()).toHaveLength(1);
});

test('a bulk that clears writes events of those that had an answer', async () => {
  const { contactIds, event, ofOne, ofBoth, nothing, bulk, events } = await place();
  const [both, one] = contactIds;
  const { body } = await bulk({ answer: [] });
  expect(body).toEqual({ data: { count: 3, created: 0, updated: 2, skipped: 1 } });
  expect(await events()).toEqual([event(both, nothing, ofBoth), event(one, nothing, ofOne)]);
});
