import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { customField } from '../../support/custom-fields.ts';
import { type LeadsPlace, leadsPlace } from '../../support/leads.ts';

const app = await useApp();
let event: LeadsPlace;

/** A contact who has said what they want, and an event that asks for it. */
beforeEach(async () => {
  event = await leadsPlace(app, { bookingFlow: 'FORM_FIRST', disqualificationRules: [{ kind: 'FREE_EMAIL' }] });
  const { workspaceId } = event.owner;
  const customFieldId = await customField(app, workspaceId, { identifier: 'goal', type: 'CONTACT' });
  await event.asks(customFieldId);
  for (const email of ['ira@example.com', 'ira@gmail.com']) {
    const known = { email, firstName: 'Ira', status: 'POTENTIAL' };
    const contactId = await app.contact(workspaceId, known);
    await app.insert('CustomFieldAnswer', { workspaceId, customFieldId, contactId, answer: ['Hers'] });
  }
});

const theirs = { firstName: 'Eve', secondaryQuestionsAnswer: [{ identifier: 'goal', answer: ['Not hers'] }] };
const answersOfContacts = async () =>
  (await event.rows('CustomFieldAnswer')).filter(({ contactId }) => contactId !== null).map(({ answer }) => answer);

describe('whoever names the address of a known contact in a form', () => {
  test('changes no answer of the contact by leaving before a time was chosen', async () => {
    const { body } = await event.send(theirs);
    expect(body.data).toEqual({ createPublicLead: { disqualified: null } });
    expect(await answersOfContacts()).toEqual([['Hers'], ['Hers']]);
  });

  test('changes no answer of the contact by a form that disqualifies', async () => {
    const { body } = await event.send({ ...theirs, email: 'ira@gmail.com' });
    expect(body.data.createPublicLead.disqualified).not.toBeNull();
    expect(await answersOfContacts()).toEqual([['Hers'], ['Hers']]);
    const contacts = await event.rows('Contact');
    expect(contacts.map(({ firstName, status }) => [firstName, status])).toEqual([
      ['Ira', 'POTENTIAL'],
      ['Ira', 'DISQUALIFIED'],
    ]);
  });

  test('changes no answer and no name of the contact by a booking', async () => {
    const { body } = await event.book(theirs);
    expect(body.data.createPublicBooking.booking).not.toBeNull();
    expect(await answersOfContacts()).toEqual([['Hers'], ['Hers']]);
    expect((await event.rows('Contact')).map(({ firstName }) => firstName)).toEqual(['Ira', 'Ira']);
  });
});
