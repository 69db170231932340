import type { ClientBase } from 'pg';
import { readContact, readContacts } from '#src/db/reads/contacts.ts';
import { readOptionNames } from '#src/db/reads/custom-fields.ts';
import { violatesUniqueKey } from '#src/db/violations.ts';
import {
  insertContact,
  isMember,
  lockContact,
  lockContactOf,
  readMemberName,
  updateContact as writeContact,
} from '#src/db/writes/contacts.ts';
import { type ChangeEvent, recordEvents } from '#src/db/writes/webhook-events.ts';
import {
  type Contact,
  type ContactDetail,
  type ContactDetailInput,
  type ContactFields,
  type ContactListInput,
  type ContactPage,
  type CreateContactInput,
  contactOrder,
  type UpdateContactInput,
} from '#src/domain/contacts/contact.ts';
import { fieldError, formError, requireFound } from '#src/domain/errors.ts';
import { assignsContacts, type Principal, requireAssignable } from '#src/domain/principal/policy.ts';
import { changesOf, previousOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import { recordTimes, searchWords } from '../filters.ts';
import { readPage } from '../pages.ts';

/** A page of the workspace's contacts. Every member sees all of them. */
export function listContacts(context: CallerContext, input: ContactListInput): Promise<ContactPage> {
  return readContactPage(context, input);
}

/** The same for callers that know the names of the options of `input`, by field. */
export function readContactPage(
  context: CallerContext,
  input: ContactListInput,
  optionNames?: ReadonlyMap<number, readonly string[]>,
): Promise<ContactPage> {
  const { db, principal } = context;
  return readPage(context, { list: 'contacts', input, defaults: contactOrder }, async (query, filters) =>
    readContacts(db, {
      ...query,
      ...recordTimes(filters, principal.timeZone),
      orderColumn: filters.orderColumn,
      orderBy: filters.orderBy,
      statuses: filters.status,
      userIds: filters.userIds,
      optionNames:
        filters.optionIds && (optionNames ?? (await readOptionNames(db, principal.workspaceId, filters.optionIds))),
      unansweredFieldIds: filters.unansweredFieldIds,
      searchWords: searchWords(filters.search),
    }),
  );
}

/** Reads one contact with its custom field answers, by id, e-mail or phone number. */
export async function getContact({ db, principal }: CallerContext, input: ContactDetailInput): Promise<ContactDetail> {
  return requireFound(await readContact(db, principal.workspaceId, input));
}

export interface CreatedContact {
  readonly contact: Contact;
  /** False if a contact with this e-mail or phone number existed. */
  readonly created: boolean;
}

/** Creates a contact, or updates the one with this e-mail. Without an e-mail, the phone number identifies it. */
export function createContact({ db, principal }: CallerContext, input: CreateContactInput): Promise<CreatedContact> {
  const { workspaceId } = principal;
  // A contact found by its phone number keeps its e-mail.
  const fields = asStored({ ...input, email: input.email ?? undefined });
  return db.write(async (client) => {
    const owner = await lockOwner(client, workspaceId, fields);
    const known = await lockContactOf(client, workspaceId, fields);
    if (!known && typeof fields.userId === 'number') requireOwner(principal, owner);
    const { contact, created } = known
      ? { contact: known, created: false }
      : await createMissingContact(client, workspaceId, fields);
    return { contact: created ? contact : await writeChanges(client, principal, contact, { fields, owner }), created };
  });
}

/** Like `insertMissingContact`, and records the event. */
export async function createMissingContact(
  client: ClientBase,
  workspaceId: number,
  fields: ContactFields,
): Promise<CreatedContact> {
  const inserted = await insertMissingContact(client, workspaceId, fields);
  await recordEvents(client, workspaceId, creationOf(inserted));
  return inserted;
}

/** Creates a contact that was not found, or locks it if a concurrent request has just created it. */
export async function insertMissingContact(
  client: ClientBase,
  workspaceId: number,
  fields: ContactFields,
): Promise<CreatedContact> {
  for (;;) {
    const contact = await insertContact(client, workspaceId, fields);
    if (contact) return { contact, created: true };
    const found = await lockContactOf(client, workspaceId, fields);
    if (found) return { contact: found, created: false };
  }
}

export function creationOf({ contact, created }: CreatedContact): ChangeEvent[] {
  return created ? [{ kind: 'contact.created', data: contact }] : [];
}

/** Updates the present fields; null clears a field. A contact must keep an e-mail or a phone number. */
export async function updateContact({ db, principal }: CallerContext, input: UpdateContactInput): Promise<Contact> {
  const { contactId, expectedUserId, ...fields } = input;
  try {
    return await db.write(async (client) => {
      const owner = await lockOwner(client, principal.workspaceId, fields);
      const before = requireFound(await lockContact(client, principal.workspaceId, contactId));
      const { email = before.email, phoneNumber = before.phoneNumber } = fields;
      if (!(email ?? phoneNumber)) throw formError('required', 'An email or a phoneNumber is required');
      return writeChanges(client, principal, before, { fields: asStored(fields), owner, expectedUserId });
    });
  } catch (error) {
    throw isEmailTaken(error) ? fieldError('email', 'taken', 'Another contact already has this email') : error;
  }
}

/** Formats instants as the database returns them, so that they can be compared with a record. */
function asStored<Fields extends ContactFields>(fields: Fields): Fields {
  const { joinedTime } = fields;
  return joinedTime === undefined ? fields : { ...fields, joinedTime: new Date(joinedTime).toISOString() };
}

interface Changes {
  readonly fields: ContactFields;
  readonly owner: Owner;
  /** The owner that the caller believes the contact to have. */
  readonly expectedUserId?: number | null | undefined;
}

/** Writes the fields that differ from the locked contact, and their events. Writes nothing if none differs. */
async function writeChanges(
  client: ClientBase,
  principal: Principal,
  before: Contact,
  { fields, owner, expectedUserId }: Changes,
): Promise<Contact> {
  const { workspaceId } = principal;
  const changes = changesOf(before, fields);
  if (!changes) return before;
  if (changes.userId !== undefined) {
    requireOwner(principal, owner);
    await requireExpectedOwner(client, principal, { before, expectedUserId });
  }
  const contact = await writeContact(client, [workspaceId, before.id], changes);
  await recordEvents(client, workspaceId, contactChanges(contact, previousOf(before, changes)));
  return contact;
}

/** The owner that an input names: undefined if it names none, null for no owner. */
interface Owner {
  readonly userId: number | null | undefined;
  readonly isMember: boolean;
}

/** Locks the member whom the input names. Runs before the lock of the contact, in the same order as the removal of a member. */
async function lockOwner(client: ClientBase, workspaceId: number, { userId }: ContactFields): Promise<Owner> {
  return { userId, isMember: typeof userId === 'number' && (await isMember(client, workspaceId, userId)) };
}

/** Requires that the new owner is a member to whom the caller may assign contacts. */
function requireOwner(principal: Principal, { userId, isMember: isFound }: Owner): void {
  if (userId === undefined) return;
  requireAssignable(principal, userId);
  if (userId !== null && !isFound) throw fieldError('userId', 'not_found', 'Must be a member of the workspace');
}

/**
 * Requires that the locked contact has the owner that the caller expects. A caller who may assign contacts only to themselves
 * expects no owner by default: so of two who claim a contact at once, the second is refused.
 */
async function requireExpectedOwner(
  client: ClientBase,
  principal: Principal,
  { before, expectedUserId }: { readonly before: Contact; readonly expectedUserId: number | null | undefined },
): Promise<void> {
  const { userId } = before;
  const expected = expectedUserId === undefined && !assignsContacts(principal) ? null : expectedUserId;
  if (expected === undefined || expected === userId) return;
  if (userId === null) throw fieldError('userId', 'conflict', 'The contact no longer has an owner');
  const name = (await readMemberName(client, principal.workspaceId, userId)) || 'another member';
  const message = `The contact now belongs to ${name}: update it with expectedUserId ${userId} to take it over`;
  throw fieldError('userId', 'conflict', message);
}

/** The events of an update of a contact. `previous` has the earlier values of the changed fields. */
export function contactChanges(contact: Contact, previous: object): ChangeEvent[] {
  const updated: ChangeEvent = { kind: 'contact.updated', data: contact, previous };
  return 'status' in previous ? [updated, { ...updated, kind: 'contact.status_changed' }] : [updated];
}

/** Sets the status of a locked contact. Returns the events, which the caller records. */
export async function changeStatus(
  client: ClientBase,
  workspaceId: number,
  { contact: before, status }: { readonly contact: Contact; readonly status: Contact['status'] },
): Promise<{ contact: Contact; events: ChangeEvent[] }> {
  if (before.status === status) return { contact: before, events: [] };
  const contact = await writeContact(client, [workspaceId, before.id], { status });
  return { contact, events: contactChanges(contact, { status: before.status }) };
}

function isEmailTaken(error: unknown): boolean {
  return violatesUniqueKey(error, 'Contact_email_key');
}
