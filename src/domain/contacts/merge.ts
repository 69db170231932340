import { z } from 'zod';
import { coded, enumeration, id, list } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { hourMs } from '#src/lib/time/zone-offsets.ts';
import type { Contact, ContactFields } from './contact.ts';

/** How long a merge can be undone. */
export const undoMs = hourMs;

/** The columns with the addresses of a contact. What has no place in its columns is stored beside the merged contact. */
const addressColumns = {
  emails: ['email', 'secondaryEmail'],
  phoneNumbers: ['phoneNumber', 'secondaryPhoneNumber'],
} as const;

/** The fields of which one contact's value is chosen. `joinedTime` is always the earlier one. */
export const mergeableFields = [
  ...(['firstName', 'lastName', 'email', 'phoneNumber', 'secondaryEmail', 'secondaryPhoneNumber', 'status'] as const),
  ...(['tag', 'timeZone', 'country', 'userId', 'setterId', 'utm', 'referrer'] as const),
] as const;
export type MergeableField = (typeof mergeableFields)[number];

/** A merge, with the records that moved to the kept contact. */
export const contactMergeRecord = {
  mergedContactId: field.int('Id of the contact that was merged. It now stands for the kept contact.'),
  previewId: field.string('Its public id, which leads to the kept contact as well.'),
  contactId: field.int('Id of the kept contact.'),
  name: field.string('Name of the contact that was merged, or else its email or phone number.').nullable().personal(),
  eventCalls: field.int('Number of calls that moved to the kept contact.'),
  deals: field.int('Number of deals that moved to the kept contact.'),
  transactions: field.int('Number of transactions that moved to the kept contact.'),
  notes: field.int('Number of notes that moved to the kept contact.'),
  mergedAt: field.dateTime('When the contacts were merged.'),
  undoUntil: field.dateTime('Until when the merge can be undone: an hour after it.'),
};
export interface ContactMerge extends RecordOf<typeof contactMergeRecord> {}

export const mergeContactsInput = z
  .object({
    contactId: id().describe('Id of the contact that is kept.'),
    mergedContactId: id().describe('Id of the contact that is merged into it.'),
    fields: list(enumeration(mergeableFields))
      .default([])
      .describe(
        "Fields whose value is that of the merged contact. Every other field has the kept contact's value or, where it has none, that of the merged contact. No address is lost: the kept contact is found by all of them.",
      ),
    customFieldIds: list(id())
      .default([])
      .describe(
        "Ids of contact fields whose answer is that of the merged contact. Every other field has the kept contact's answer or, where it has none, that of the merged contact.",
      ),
  })
  .refine(({ contactId, mergedContactId }) => contactId !== mergedContactId, {
    path: ['mergedContactId'],
    ...coded('conflict', 'Must be another contact than contactId'),
  });

export const undoMergeContactsInput = z.object({
  mergedContactId: id().describe('Id of the contact that was merged.'),
});

export const mergesOfContactInput = z.object({ contactId: id().describe('Id of the kept contact.') });

export const possibleDuplicatesInput = z.object({ contactId: id().describe('Contact id.') });

export type MergeContactsInput = z.output<typeof mergeContactsInput>;
export type UndoMergeContactsInput = z.output<typeof undoMergeContactsInput>;

type Addresses = { readonly [Kind in keyof typeof addressColumns]: string[] };

export interface Merged {
  /** The fields of the kept contact after the merge. */
  readonly fields: ContactFields;
  /** The addresses for which it has no column, in lower case. */
  readonly addresses: Addresses;
}

/** Decides what a contact has after another one is merged into it. `chosen` are the fields with the other's value. */
export function mergedFields(kept: Contact, merged: Contact, chosen: readonly MergeableField[]): Merged {
  const isChosen = (name: MergeableField) => chosen.includes(name);
  const values = mergeableFields.map((name) => {
    const isMerged = isChosen(name) || isEmpty(kept[name]);
    return [name, isMerged ? merged[name] : kept[name]] as const;
  });
  const emails = placed(addressColumns.emails, { kept, merged, isChosen });
  const phoneNumbers = placed(addressColumns.phoneNumbers, { kept, merged, isChosen });
  const joinedTime = [kept.joinedTime, merged.joinedTime].sort()[0];
  return {
    fields: { ...Object.fromEntries(values), ...emails.columns, ...phoneNumbers.columns, joinedTime },
    addresses: { emails: emails.rest, phoneNumbers: phoneNumbers.rest },
  };
}

function isEmpty(value: Contact[MergeableField]): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

type AddressColumn = (typeof addressColumns)[keyof typeof addressColumns][number];

interface Sides {
  readonly kept: Contact;
  readonly merged: Contact;
  readonly isChosen: (name: AddressColumn) => boolean;
}

/** Puts the addresses of both contacts into the columns, those of the chosen sides first. */
function placed(columns: readonly AddressColumn[], { kept, merged, isChosen }: Sides) {
  // An empty side has nothing to choose: the address of the other one stays where it is.
  const preferred = columns.map((name) => (isChosen(name) && merged[name] !== null ? merged : kept)[name]);
  const others = [kept, merged].flatMap((contact) => columns.map((name) => contact[name]));
  const known = [...preferred, ...others].filter((address) => address !== null);
  const folded = known.map((address) => address.toLowerCase());
  const distinct = known.filter((_, index) => folded.indexOf(folded[index] as string) === index);
  return {
    columns: Object.fromEntries(columns.map((name, index) => [name, distinct[index] ?? null])),
    rest: distinct.slice(columns.length).map((address) => address.toLowerCase()),
  };
}

/** An answer of a contact. Its options are also named by their ids, which a rename keeps. */
export interface MergedAnswer {
  readonly customFieldId: number;
  readonly answer: readonly string[];
  readonly optionIds: readonly number[];
}

/** The ids of the records that moved to the kept contact. */
export interface MovedRecords {
  readonly eventCalls: readonly number[];
  readonly inviteeAnswers: readonly number[];
  readonly notes: readonly number[];
  readonly deals: readonly number[];
  readonly transactions: readonly number[];
  /** Contacts that had been merged into the merged contact. */
  readonly merges: readonly number[];
}

/** What restores a merged contact. */
export interface MergeState {
  readonly contact: Contact;
  readonly answers: readonly MergedAnswer[];
  readonly kept: {
    readonly contactId: number;
    /** The fields that the merge changed, as they were and as they became. */
    readonly before: ContactFields;
    readonly after: ContactFields;
    readonly answersBefore: readonly MergedAnswer[];
    readonly answersAfter: readonly MergedAnswer[];
  };
  readonly moved: MovedRecords;
}
