import { expect, test } from 'vitest';
import { contactRecord } from '#src/domain/contacts/contact.ts';
import { contactNoteRecord } from '#src/domain/contacts/note.ts';
import { eventCallRecord } from '#src/domain/event-calls/event-call.ts';
import { blanksOf, field, type RecordFields } from '#src/domain/record.ts';
import { transactionRecord } from '#src/domain/transactions/transaction.ts';

test('an erased copy has an empty value of the same shape for each personal field', () => {
  const fields = {
    id: field.int('Id.'),
    name: field.string('Name.').personal(),
    email: field.string('Email address.').nullable().personal(),
    phoneNumber: field.string('Phone number.').personal().nullable(),
    answers: field.strings('Answers.').personal(),
    bookingUrl: field.inGraph(),
  };
  expect(blanksOf(fields)).toEqual({ name: '', email: null, phoneNumber: null, answers: [] });
});

test('a personal field that has no empty value is a mistake of the sheet', () => {
  expect(() => blanksOf({ age: field.int('Age.').personal() })).toThrow('age');
});

const impersonal = (fields: RecordFields) =>
  Object.entries(fields).flatMap(([name, { facts }]) => (facts.isPersonal ? [] : [name]));

// A new field of these records is decided on here, or is personal.
test.each([
  [
    'a contact',
    contactRecord,
    ['id', 'previewId', 'status', 'userId', 'setterId', 'joinedTime', 'createdAt', 'updatedAt'],
  ],
  [
    'a call',
    eventCallRecord,
    [
      ...['id', 'previewId', 'eventId', 'name', 'linkPrefix', 'callType', 'status', 'eventType', 'dateTime', 'endTime'],
      ...['duration', 'timeZone', 'contactId', 'userId', 'closer', 'setterId', 'setter', 'outcome', 'noSaleReason'],
      ...['objectionKind', 'location', 'locationLink', 'createdAt', 'updatedAt'],
    ],
  ],
  ['a note', contactNoteRecord, ['id', 'contactId', 'userId', 'eventCallId', 'createdAt', 'updatedAt']],
  [
    'a transaction',
    transactionRecord,
    [
      ...['id', 'dealId', 'refundOf', 'contactId', 'userId', 'value', 'currency', 'source', 'description', 'time'],
      ...['createdAt', 'updatedAt'],
    ],
  ],
])('an erasure keeps these fields of %s', (_name, record, fields) => {
  expect(impersonal(record)).toEqual(fields);
});
