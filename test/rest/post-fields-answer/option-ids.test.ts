import { expect, test } from 'vitest';
import { answerable, answering } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

const options = ['One', 'Two', 'Three'];

/** A contact and a call of theirs, each with an answer of two options, the later one first. */
async function answered() {
  const fixture = await answering(app);
  const { owner, workspaceId, post } = fixture;
  const select = { inputType: 'CHECK_BOX', options } as const;
  const ofContacts = await answerable(app, workspaceId, { ...select, identifier: 'a' });
  const ofCalls = await answerable(app, workspaceId, { ...select, identifier: 'b', type: 'CALL' });
  const contactId = await app.contact(workspaceId);
  const eventCallId = await app.call(owner, { contactId });
  await post({ identifier: 'a', contactId, answer: ['Three', 'One'] });
  await post({ identifier: 'b', eventCallId, answer: ['Three', 'One'] });
  const idsOf = ({ optionIds: [one, , three] }: typeof ofCalls) => [three, one];
  return {
    ...fixture,
    ofContacts,
    ofCalls,
    contactId,
    eventCallId,
    onContact: idsOf(ofContacts),
    onCall: idsOf(ofCalls),
  };
}

type Place = Awaited<ReturnType<typeof answered>>;

/** The answer and its option ids, as each document that has answers returns them: of the contact, then of the call. */
async function read({ key, contactId, eventCallId }: Place) {
  const pairOf = ({ answer, optionIds }: { answer: string[]; optionIds: number[] }) => ({ answer, optionIds });
  const detail = await app.get(`/v1/contacts/detail?contactId=${contactId}`, key);
  const list = await app.get('/v1/eventCalls', key);
  const { body } = await app.graphql(
    `{ contact(contactId: ${contactId}) { customFieldAnswers { answer optionIds } eventCalls { secondaryAnswers { answer optionIds } } }
      contacts { contacts { customFieldAnswers { answer optionIds } } }
      eventCall(id: ${eventCallId}) { secondaryAnswers { answer optionIds } contact { customFieldAnswers { answer optionIds } } }
      eventCalls { eventCalls { secondaryAnswers { answer optionIds } } } }`,
    key,
  );
  const { contact, contacts, eventCall, eventCalls } = body.data;
  const contactAnswers = [detail.body.data, contact, contacts.contacts[0], eventCall.contact];
  const callAnswers = [list.body.data.eventCalls[0], contact.eventCalls[0], eventCall, eventCalls.eventCalls[0]];
  return {
    ofContact: contactAnswers.map((each) => each.customFieldAnswers.map(pairOf)),
    ofCall: callAnswers.map((each) => each.secondaryAnswers.map(pairOf)),
  };
}

function everywhere({ onContact, onCall }: Place, answer: string[]) {
  return {
    ofContact: Array(4).fill([{ answer, optionIds: onContact }]),
    ofCall: Array(4).fill([{ answer, optionIds: onCall }]),
  };
}

test('answers have the ids of their options in the order of the answer, over REST and GraphQL', async () => {
  const place = await answered();
  expect(await read(place)).toEqual(everywhere(place, ['Three', 'One']));
});

test('an option that is renamed or archived keeps its id in the answers', async () => {
  const place = await answered();
  const editor = await app.apiKey(place.owner);
  const mutation = 'mutation ($input: UpdateCustomFieldInput!) { updateCustomField(input: $input) { id } }';
  for (const { id, optionIds } of [place.ofContacts, place.ofCalls]) {
    const [one, , three] = optionIds;
    const changes = [
      { id: one, name: 'Uno' },
      { id: three, isArchived: true },
    ];
    const { body } = await app.graphql(mutation, editor, { input: { id, options: changes } });
    expect(body.errors).toBeUndefined();
  }
  expect(await read(place)).toEqual(everywhere(place, ['Three', 'Uno']));
});

test('what an event of a call says of its answers has the ids as well', async () => {
  const place = await answered();
  const editor = await app.apiKey(place.owner);
  const cancel = `mutation { cancelEventCall(input: { id: ${place.eventCallId} }) { secondaryAnswers { optionIds } } }`;
  const { body } = await app.graphql(cancel, editor);
  expect(body.data.cancelEventCall.secondaryAnswers).toEqual([{ optionIds: place.onCall }]);
  const event = (await eventsOf(app, place.workspaceId)).find(({ kind }) => kind === 'call.cancelled');
  expect(event?.payload.secondaryAnswers).toMatchObject([{ answer: ['Three', 'One'], optionIds: place.onCall }]);
});
