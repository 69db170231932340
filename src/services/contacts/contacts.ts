import type { ClientBase } from 'pg';
import { readContact, readContacts, readKeptContact } from '#src/db/reads/contacts.ts';
import { readOptionNames } from '#src/db/reads/custom-fields.ts';
import {
  insertContact,
  lockAddresses,
  lockContact,
  lockContactOf,
  updateContact as writeContact,
} from '#src/db/writes/contacts.ts';
import { type ChangeEvent, recordEvents } from '#src/db/writes/webhook-events.ts';
import type {
  Contact,
  ContactDetail,
  ContactDetailInput,
  ContactFields,
  ContactPage,
  CreateContactInput,
  UpdateContactInput,
} from '#src/domain/contacts/contact.ts';
import {
  type ContactBoardValuesInput,
  type ContactListInput,
  contactOrder,
} from '#src/domain/contacts/contact-lists.ts';
import { DomainError, formError, requireFound } from '#src/domain/errors.ts';
import { requireScopes } from '#src/domain/principal/access.ts';
import { type Principal, visibleRows } from '#src/domain/principal/policy.ts';
import { changesOf, previousOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import { rangeEnd, rangeStart, recordTimes, searchWords } from '../filters.ts';
import { missingContact } from '../named-records.ts';
import { readPage } from '../pages.ts';
import { type ExpectedAssignments, lockAssigned, requireAssigned, requireExpected } from './assign-contact.ts';
import { asTaken, requireOwnAddresses, withoutSecondary } from './contact-addresses.ts';

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
      ...contactFilters(principal, filters),
      ...originFilters(context, filters),
      orderColumn: filters.orderColumn,
      orderBy: filters.orderBy,
      optionNames:
        filters.optionIds && (optionNames ?? (await readOptionNames(db, principal.workspaceId, filters.optionIds))),
      unansweredFieldIds: filters.unansweredFieldIds,
    }),
  );
}

/** The filters by calls and deals, which need the access to these. */
function originFilters({ principal, clock }: CallerContext, filters: Omit<ContactListInput, 'limit'>) {
  const { eventIds, callTypes, sources, hasSource, productIds, hasProduct, counted, firstBookedFrom, firstBookedTo } =
    filters;
  const isSet = (filter: unknown) => filter !== undefined;
  const isByCall = counted === 'booked' || counted === 'held' || counted === 'won';
  if (isByCall || [eventIds, callTypes, sources, hasSource, firstBookedFrom, firstBookedTo].some(isSet))
    requireScopes(principal, ['eventCalls:read']);
  if ([productIds, hasProduct].some(isSet)) requireScopes(principal, ['deals:read']);
  return {
    eventIds,
    callTypes,
    sources,
    hasSource,
    productIds,
    hasProduct,
    firstBookedFromMs: rangeStart(firstBookedFrom, principal.timeZone),
    firstBookedUntilMs: rangeEnd(firstBookedTo, principal.timeZone),
    counted: counted && { set: counted, nowMs: clock.now().getTime() },
    visibleCalls: visibleRows('EventCall', principal),
    visibleDeals: visibleRows('Deal', principal),
  };
}

/** The filters that the list and the board of contacts share. */
export function contactFilters({ timeZone }: Principal, filters: ContactBoardValuesInput) {
  return {
    ...recordTimes(filters, timeZone),
    statuses: filters.status,
    userIds: filters.userIds,
    setterIds: filters.setterIds,
    searchWords: searchWords(filters.search),
  };
}

/**
 * Reads one contact with its custom field answers, by id, e-mail or phone number. Those of a contact that was merged lead to the
 * kept contact.
 */
export async function getContact({ db, principal }: CallerContext, input: ContactDetailInput): Promise<ContactDetail> {
  const { workspaceId } = principal;
  return requireFound((await readContact(db, workspaceId, input)) ?? (await readKeptContact(db, workspaceId, input)));
}

export interface CreatedContact {
  readonly contact: Contact;
  /** False if a contact with this e-mail or phone number existed. */
  readonly created: boolean;
}

/** A contact before its creation: everyone may leave it to nobody. */
const unassigned = { userId: null, setterId: null };

/**
 * Creates a contact, or updates the one with this e-mail. Without an e-mail, the phone number identifies it. A contact that is found
 * by its secondary address or number keeps its primary one.
 */
export function createContact({ db, principal }: CallerContext, input: CreateContactInput): Promise<CreatedContact> {
  const { workspaceId } = principal;
  // A contact found by its phone number keeps its e-mail.
  const fields = asStored({ ...input, email: input.email ?? undefined });
  return db.write(async (client) => {
    await lockAddresses(client, workspaceId, [fields.email, fields.secondaryEmail]);
    const members = await lockAssigned(client, workspaceId, fields);
    const known = await lockContactOf(client, workspaceId, fields);
    if (!known) {
      requireAssigned(principal, changesOf(unassigned, fields) ?? {}, members);
      if (fields.secondaryEmail ?? fields.secondaryPhoneNumber) await requireOwnAddresses(client, workspaceId, fields);
    }
    const { contact, created } = known
      ? { contact: known, created: false }
      : await createMissingContact(client, workspaceId, fields);
    if (created) return { contact, created };
    // The page that led to the first form stays.
    const referrer = contact.referrer === null ? fields.referrer : undefined;
    const others = withoutSecondary(withoutOtherAddress(contact, fields), contact);
    const changes = { fields: { ...others, referrer }, members };
    return { contact: await writeChanges(client, principal, contact, changes), created };
  });
}

/** A contact that was found by the address of one that was merged into it keeps its own address. */
function withoutOtherAddress(
  found: Contact,
  { email, phoneNumber, ...fields }: CreateContactInput,
): Omit<CreateContactInput, 'email'> & { email?: string | undefined } {
  if (typeof email === 'string') {
    const isOther = found.email !== null && found.email.toLowerCase() !== email.toLowerCase();
    return { ...fields, phoneNumber, email: isOther ? undefined : email };
  }
  return { ...fields, phoneNumber: found.phoneNumber === null ? phoneNumber : undefined };
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
  const { contactId, expectedUserId, expectedSetterId, ...fields } = input;
  const expected = { expectedUserId, expectedSetterId };
  try {
    return await db.write(async (client) => {
      await lockAddresses(client, principal.workspaceId, [fields.email, fields.secondaryEmail]);
      const members = await lockAssigned(client, principal.workspaceId, fields);
      const key = [principal.workspaceId, contactId] as const;
      const before = await lockContact(client, ...key);
      if (!before) throw await missingContact(client, key, 'contactId', new DomainError('NOT_FOUND'));
      const { email = before.email, phoneNumber = before.phoneNumber } = fields;
      if (!(email ?? phoneNumber)) throw formError('required', 'An email or a phoneNumber is required');
      return writeChanges(client, principal, before, { fields: asStored(fields), members, expected });
    });
  } catch (error) {
    throw asTaken(error);
  }
}

/** Formats instants as the database returns them, so that they can be compared with a record. */
function asStored<Fields extends ContactFields>(fields: Fields): Fields {
  const { joinedTime } = fields;
  return joinedTime === undefined ? fields : { ...fields, joinedTime: new Date(joinedTime).toISOString() };
}

interface Changes {
  readonly fields: ContactFields;
  /** The locked members among those whom the fields name. */
  readonly members: ReadonlySet<number>;
  readonly expected?: ExpectedAssignments;
}

/** Writes the fields that differ from the locked contact, and their events. Writes nothing if none differs. */
async function writeChanges(
  client: ClientBase,
  principal: Principal,
  before: Contact,
  { fields, members, expected = {} }: Changes,
): Promise<Contact> {
  const { workspaceId } = principal;
  const changes = changesOf(before, fields);
  if (!changes) return before;
  requireAssigned(principal, changes, members);
  await requireOwnAddresses(client, workspaceId, changes, before);
  await requireExpected(client, principal, { before, changes, expected });
  const { contact, events } = await changeContact(client, workspaceId, before, changes);
  await recordEvents(client, workspaceId, events);
  return contact;
}

/** The events of an update of a contact. `previous` has the earlier values of the changed fields. */
export function contactChanges(contact: Contact, previous: object): ChangeEvent[] {
  const updated: ChangeEvent = { kind: 'contact.updated', data: contact, previous };
  return 'status' in previous ? [updated, { ...updated, kind: 'contact.status_changed' }] : [updated];
}

/** Writes the fields that differ from the locked contact. Returns the events, which the caller records. */
export async function changeContact(
  client: ClientBase,
  workspaceId: number,
  before: Contact,
  fields: ContactFields,
): Promise<{ contact: Contact; events: ChangeEvent[] }> {
  const changes = changesOf(before, fields);
  if (!changes) return { contact: before, events: [] };
  const contact = await writeContact(client, [workspaceId, before.id], changes);
  return { contact, events: contactChanges(contact, previousOf(before, changes)) };
}
