import { z } from 'zod';
import {
  crossFieldRule,
  customIssue,
  email,
  enumeration,
  exactlyOne,
  id,
  list,
  namesChange,
  nameText,
  notEmpty,
  pageAddressText,
  phoneNumber,
  storedInstant,
  text,
  timeZone,
  whenFieldsAreValid,
} from '#src/domain/input.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';

export const contactStatuses = ['POTENTIAL', 'QUALIFIED', 'DISQUALIFIED'] as const;
export type ContactStatus = (typeof contactStatuses)[number];

export const utmRecord = {
  utmKey: field.string('Name of the parameter, such as utm_source.'),
  utmValue: field.string('Value of the parameter.'),
};
export interface Utm extends RecordOf<typeof utmRecord> {}

/** The record in REST and GraphQL. Instants are ISO 8601 text in UTC with milliseconds. */
export const contactRecord = {
  id: field.int('Contact id.'),
  previewId: field.string('Public id, `contact_…`.'),
  firstName: field.string('First name.').nullable().personal(),
  lastName: field.string('Last name.').nullable().personal(),
  email: field.string('Email address.').nullable().personal(),
  phoneNumber: field.string('Phone number in E.164 format.').nullable().personal(),
  secondaryEmail: field.string('Another email address of the contact.').nullable().personal(),
  secondaryPhoneNumber: field.string('Another phone number in E.164 format.').nullable().personal(),
  status: field.oneOf(contactStatuses, 'Status of the contact.'),
  tag: field.string('Tag of the contact.').nullable().personal(),
  timeZone: field.string('IANA time zone.').nullable().personal(),
  country: field.string('Country as an ISO 3166-1 alpha-2 code.').nullable().personal(),
  userId: field.int('User id of the owner.').nullable(),
  setterId: field.int('User id of the setter, who books calls with the contact.').nullable(),
  utm: field.objects(utmRecord, 'Campaign parameters.').personal(),
  referrer: field.string('The page that led the contact to the form: its origin and path.').nullable().personal(),
  joinedTime: field.dateTime('When the contact joined.'),
  createdAt: field.dateTime('When the contact was created.'),
  updatedAt: field.dateTime('When the contact was last changed.'),
};
export interface Contact extends RecordOf<typeof contactRecord> {}

export const contactAnswerRecord = {
  customFieldId: field.int('Custom field id.'),
  identifier: field.string('Custom field identifier.'),
  name: field.string('Custom field name.'),
  inputType: field.string('Custom field input type.'),
  answer: field.strings('The answer. Single-valued fields have one item.'),
  optionIds: field.ints('Ids of the options in the answer, in the same order; empty for a field without options.'),
};
export interface ContactAnswer extends RecordOf<typeof contactAnswerRecord> {}

export interface ContactDetail extends Contact {
  customFieldAnswers: ContactAnswer[];
}

export type ContactPage = Page<'contacts', Contact>;

export const contactDetailInput = z
  .object({
    email: email()
      .optional()
      .describe('Email address; case-insensitive. Finds the contact that has it as `email` or as `secondaryEmail`.'),
    phoneNumber: phoneNumber()
      .optional()
      .describe(
        'Phone number in E.164 format. In a URL, its `+` may be written as `%2B` or `+`. If several contacts share the number, the most recently changed one is returned; those with it as `phoneNumber` come before those with it as `secondaryPhoneNumber`.',
      ),
    contactId: id().optional().describe('Contact id.'),
    previewId: text(64).optional().describe('Public id (`contact_…`).'),
  })
  .refine(
    exactlyOne('email', 'phoneNumber', 'contactId', 'previewId'),
    crossFieldRule('exactly_one', 'Exactly one of email, phoneNumber, contactId and previewId is required'),
  );

export type ContactDetailInput = z.output<typeof contactDetailInput>;

const country = () => text(2).regex(/^[A-Z]{2}$/, 'Must be an ISO 3166-1 alpha-2 code');
const utmItem = z.object(
  { utmKey: text(100).check(notEmpty()), utmValue: text(500) },
  'Each must be an object with utmKey and utmValue',
);
export const utm = () => list(utmItem, 20);

const referrerText =
  'The page that led to the form, as an http or https URL; its query and fragment are dropped. At most 2,048 characters.';
/** The referrer of a request that may create a contact. */
export const referrer = () => pageAddressText().optional().describe(`${referrerText} Stored with a new contact.`);
/** Null clears a field; an absent field stays as it is. */
const fields = {
  firstName: nameText(100).nullish().describe('First name.'),
  lastName: nameText(100).nullish().describe('Last name.'),
  email: email()
    .nullish()
    .describe(
      'Email address; in the workspace no other contact may have it, neither as email nor as secondaryEmail, case-insensitive. An internationalized domain is stored in its ASCII form (A-labels).',
    ),
  phoneNumber: phoneNumber().nullish().describe('Phone number in E.164 format; several contacts may share it.'),
  secondaryEmail: email()
    .nullish()
    .describe(
      'Another email address, which finds the contact too. The rules are those of email, from which it must differ.',
    ),
  secondaryPhoneNumber: phoneNumber()
    .nullish()
    .describe('Another phone number, which finds the contact too. It must differ from phoneNumber.'),
  tag: nameText(100).nullish().describe('Tag of the contact.'),
  timeZone: timeZone().nullish().describe('IANA time zone.'),
  country: country().nullish().describe('Country as an ISO 3166-1 alpha-2 code.'),
  userId: id()
    .nullish()
    .describe(
      'User id of the owner, a member of the workspace. Closers and setters may only set themselves, and cannot clear it.',
    ),
  setterId: id()
    .nullish()
    .describe(
      'User id of the setter, a member of the workspace. Closers and setters may only set themselves, and cannot clear it.',
    ),
  status: enumeration(contactStatuses).optional().describe('Status. Default for a new contact: POTENTIAL.'),
  utm: utm().optional().describe('Campaign parameters.'),
  referrer: pageAddressText()
    .nullish()
    .describe(`${referrerText} A contact that is found by its email or phone number keeps the one that it has.`),
  joinedTime: storedInstant().optional().describe('When the contact joined. Default for a new contact: now.'),
};

/** The columns of a contact that name a member, each with the input field for the member whom the caller expects there. */
export const expectedAssignments = { userId: 'expectedUserId', setterId: 'expectedSetterId' } as const;
export type AssignedColumn = keyof typeof expectedAssignments;

export const createContactInput = z
  .object(fields)
  .refine(
    ({ email, phoneNumber }) => (email ?? phoneNumber ?? null) !== null,
    crossFieldRule('required', 'An email or a phoneNumber is required'),
  );

export const updateContactInput = z
  .object({
    contactId: id().describe('Contact id.'),
    ...fields,
    expectedUserId: id()
      .nullish()
      .describe(
        "Only with userId: the current owner as the caller knows it, null for no owner. If the contact has a different owner by now, nothing is changed. Closers and setters need it to take over another member's contact.",
      ),
    expectedSetterId: id()
      .nullish()
      .describe(
        'Only with setterId: the current setter as the caller knows it, null for no setter. If the contact has a different setter by now, nothing is changed. Closers and setters need it to replace another member.',
      ),
  })
  .refine(...namesChange('contactId'))
  .superRefine((input, context) => {
    for (const [column, expected] of Object.entries(expectedAssignments)) {
      if (input[expected] === undefined || input[column as AssignedColumn] !== undefined) continue;
      context.addIssue(customIssue({ path: [expected], code: 'conflict', message: `Is only allowed with ${column}` }));
    }
  }, whenFieldsAreValid());

export const eraseContactInput = z.object({ id: id().describe('Contact id.') });

export type CreateContactInput = z.output<typeof createContactInput>;
export type UpdateContactInput = z.output<typeof updateContactInput>;

/** The number of records that referred to the contact. */
export const erasedContactRecord = {
  id: field.int('Id of the erased contact.'),
  eventCalls: field.int('Number of calls with the contact.'),
  cancelledEventCalls: field.int('Number of those calls that were upcoming and are now cancelled.'),
  deals: field.int('Number of deals of the contact.'),
  transactions: field.int('Number of transactions of the contact.'),
};
export interface ErasedContact extends RecordOf<typeof erasedContactRecord> {}

export type ContactFields = Omit<UpdateContactInput, 'contactId' | (typeof expectedAssignments)[AssignedColumn]>;
/** The columns that an input may write, in the order of the input. */
export const writableContactColumns = Object.keys(fields) as (keyof ContactFields)[];
