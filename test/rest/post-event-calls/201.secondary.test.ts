import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { leadsPlace } from '../../support/leads.ts';

const app = await useApp();

const dateTime = march('05T10:00');
const ira = { firstName: 'Ira', lastName: 'Cole', email: 'ira@example.com', phoneNumber: '+14155550101' };
const second = { secondaryEmail: 'ira@work.example', secondaryPhoneNumber: '+4915112345678' };

const insert = (workspaceId: number) =>
  app.insert('Contact', { workspaceId, previewId: `contact_${workspaceId}`, ...ira, ...second });
const contacts = (workspaceId: number) =>
  app.sql<object>(
    'SELECT "firstName", "email", "phoneNumber", "secondaryEmail", "secondaryPhoneNumber" FROM "Contact" WHERE "workspaceId" = $1',
    [workspaceId],
  );

describe('a booking', () => {
  test.each([
    ['address', { email: 'IRA@work.example' }, ['IRA@work.example', '+14155550101']],
    ['number', { email: undefined, phoneNumber: '+4915112345678' }, ['ira@example.com', '+4915112345678']],
  ])(
    'with the second %s of a contact is a call of that contact, which keeps its addresses',
    async (_, who, reached) => {
      const booking = await bookingIn(app);
      const { id } = await insert(booking.workspaceId);
      const before = await contacts(booking.workspaceId);
      const call = await booking.booked({ dateTime, ...who });
      expect([call.contactId, call.inviteeEmail, call.phoneNumber]).toEqual([id, ...reached]);
      expect(await contacts(booking.workspaceId)).toEqual(before);
    },
  );

  test('without a credential finds it as well, and so does a form without a time', async () => {
    const leads = await leadsPlace(app, { bookingFlow: 'FORM_FIRST' });
    const { id } = await insert(leads.owner.workspaceId);
    const before = await contacts(leads.owner.workspaceId);
    await leads.send({ email: 'ira@work.example' });
    await leads.book({ email: 'ira@work.example' });
    expect(await leads.rows('EventCall')).toMatchObject([{ contactId: id, inviteeEmail: 'ira@work.example' }]);
    expect(await contacts(leads.owner.workspaceId)).toEqual(before);
  });
});
