import { z } from 'zod';
import { email, enumeration, id, instant, list, notEmpty, phoneNumber, text, timeZone } from '#src/domain/input.ts';
import { isInstant } from '#src/lib/time-zones.ts';
import { contactStatuses } from './contact.ts';

const country = () => text(2).regex(/^[A-Z]{2}$/, 'Must be an ISO 3166-1 alpha-2 code');
const utmItem = z.object(
  { utmKey: text(100).check(notEmpty()), utmValue: text(500) },
  'Each must be an object with utmKey and utmValue',
);
const utm = () => list(utmItem, 20);
/** An instant of a year that the database and every client can hold, in any time zone. */
const joinedTime = () =>
  instant()
    .refine(
      (value) => !isInstant(value) || (value >= '1900-01-02' && value < '2999-12-31'),
      'Must be of the years 1900 to 2999',
    )
    .meta({ format: 'date-time' });

/** Null clears a field; a field that is left out stays as it is. */
const fields = {
  firstName: text(100).nullish().describe('First name.'),
  lastName: text(100).nullish().describe('Last name.'),
  email: email().nullish().describe('E-mail address; unique in the workspace whatever its letter case.'),
  phoneNumber: phoneNumber().nullish().describe('Phone number, E.164.'),
  tag: text(100).nullish().describe('Tag.'),
  timeZone: timeZone().nullish().describe('IANA time zone.'),
  country: country().nullish().describe('ISO 3166-1 alpha-2 code.'),
  userId: id().nullish().describe('User id of the owner, a member of the workspace.'),
  status: enumeration(contactStatuses).optional().describe('Status; POTENTIAL for a new contact.'),
  utm: utm().optional().describe('Campaign parameters.'),
  joinedTime: joinedTime().optional().describe('When the contact was first heard of; now for a new contact.'),
};

export const createContactInput = z
  .object(fields)
  .refine(({ email, phoneNumber }) => (email ?? phoneNumber ?? null) !== null, 'An email or a phoneNumber is required');

export const updateContactInput = z.object({ contactId: id().describe('Contact id.'), ...fields });

export type CreateContactInput = z.output<typeof createContactInput>;
export type UpdateContactInput = z.output<typeof updateContactInput>;
export type ContactFields = Omit<UpdateContactInput, 'contactId'>;
