import type { ClientBase } from 'pg';
import { violatesUniqueKey } from '#src/db/violations.ts';
import { addressesOfOthers, releaseMergedAddresses } from '#src/db/writes/contacts.ts';
import type { Contact, ContactFields } from '#src/domain/contacts/contact.ts';
import { fieldError } from '#src/domain/errors.ts';

// The addresses and numbers by which a contact is found: a primary and a secondary one of each.

type Addresses = Pick<Contact, 'email' | 'phoneNumber' | 'secondaryEmail' | 'secondaryPhoneNumber'>;

const noAddresses: Addresses = { email: null, phoneNumber: null, secondaryEmail: null, secondaryPhoneNumber: null };

/** Without the address or number by which a contact was found where it is its secondary one: the primary one stays. */
export function withoutSecondary<Fields extends ContactFields>(fields: Fields, known: Addresses): Fields {
  const { email, phoneNumber } = fields;
  return {
    ...fields,
    ...(isSame(email, known.secondaryEmail) && { email: undefined }),
    ...(isSame(phoneNumber, known.secondaryPhoneNumber) && { phoneNumber: undefined }),
    ...(isSame(fields.secondaryEmail, known.email) && { secondaryEmail: undefined }),
    ...(isSame(fields.secondaryPhoneNumber, known.phoneNumber) && { secondaryPhoneNumber: undefined }),
  };
}

/**
 * Requires that the changed addresses belong to no other contact, and that the secondary address and number differ from the primary
 * ones. The addresses are locked.
 */
export async function requireOwnAddresses(
  client: ClientBase,
  workspaceId: number,
  changes: ContactFields,
  before: Addresses & { readonly id: number } = { id: 0, ...noAddresses },
): Promise<void> {
  requireDifferent(changes, { ...before, ...changes });
  const { email, secondaryEmail } = changes;
  const emails = [email, secondaryEmail].filter((each) => typeof each === 'string');
  if (emails.length === 0) return;
  const taken = await addressesOfOthers(client, [workspaceId, before.id], emails);
  for (const [field, value] of Object.entries({ email, secondaryEmail })) {
    if (taken.has(value?.toLowerCase())) throw emailTaken(field);
  }
  // Such an address may have come to another contact by a merge.
  await releaseMergedAddresses(client, workspaceId, emails);
}

function requireDifferent(changes: ContactFields, after: ContactFields): void {
  const pairs = [
    ['email', 'secondaryEmail'],
    ['phoneNumber', 'secondaryPhoneNumber'],
  ] as const;
  for (const [primary, secondary] of pairs) {
    if (!isSame(after[primary], after[secondary])) continue;
    const [field, other] = changes[secondary] === undefined ? [primary, secondary] : [secondary, primary];
    if (changes[field] !== undefined) throw fieldError(field, 'conflict', `Must differ from ${other}`);
  }
}

function isSame(one: string | null | undefined, other: string | null | undefined): boolean {
  return typeof one === 'string' && one.toLowerCase() === other?.toLowerCase();
}

/** The error of a request that lost against a node of an earlier version, which locks no addresses; any other error as it is. */
export function asTaken(error: unknown): unknown {
  if (violatesUniqueKey(error, 'Contact_email_key')) return emailTaken('email');
  return violatesUniqueKey(error, 'Contact_secondaryEmail_key') ? emailTaken('secondaryEmail') : error;
}

function emailTaken(field: string): Error {
  return fieldError(field, 'taken', 'Another contact already has this email');
}
