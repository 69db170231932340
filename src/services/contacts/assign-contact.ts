import type { ClientBase } from 'pg';
import { isMember, readMemberName } from '#src/db/writes/contacts.ts';
import {
  type AssignedColumn,
  type Contact,
  type ContactFields,
  expectedAssignments,
  type UpdateContactInput,
} from '#src/domain/contacts/contact.ts';
import { fieldError } from '#src/domain/errors.ts';
import { assignsContacts, type Principal, requireAssignable } from '#src/domain/principal/policy.ts';

// The owner and the setter of a contact: members of the workspace, whom closers and setters replace only by themselves.

type Assignments = Pick<ContactFields, AssignedColumn>;
/** The members whom the caller believes to be the owner and the setter. */
export type ExpectedAssignments = Pick<UpdateContactInput, (typeof expectedAssignments)[AssignedColumn]>;

const columns = Object.keys(expectedAssignments) as AssignedColumn[];

/** What a conflict calls the member of a column. */
const roles = {
  userId: { none: 'The contact no longer has an owner', now: 'The contact now belongs to', act: 'take it over' },
  setterId: {
    none: 'The contact no longer has a setter',
    now: 'The setter of the contact is now',
    act: 'replace them',
  },
} as const satisfies Record<AssignedColumn, object>;

/**
 * Locks the members whom the input names, in the order of their ids, and returns those whom the workspace has. Runs before the
 * lock of the contact, in the same order as the removal of a member.
 */
export async function lockAssigned(
  client: ClientBase,
  workspaceId: number,
  { userId, setterId }: Assignments,
): Promise<ReadonlySet<number>> {
  const named = [...new Set([userId, setterId])]
    .filter((id) => typeof id === 'number')
    .sort((one, other) => one - other);
  const members = new Set<number>();
  for (const id of named) if (await isMember(client, workspaceId, id)) members.add(id);
  return members;
}

/** Requires that the new owner and the new setter are locked members to whom the caller may assign contacts. */
export function requireAssigned(principal: Principal, changes: Assignments, members: ReadonlySet<number>): void {
  for (const column of columns) {
    const memberId = changes[column];
    if (memberId === undefined) continue;
    requireAssignable(principal, memberId, column);
    if (memberId !== null && !members.has(memberId)) {
      throw fieldError(column, 'not_found', 'Must be a member of the workspace');
    }
  }
}

/**
 * Requires that the locked contact has the owner and the setter that the caller expects where they change. A caller who may
 * assign contacts only to themselves expects nobody by default: so of two who claim a contact at once, the second is refused.
 */
export async function requireExpected(
  client: ClientBase,
  principal: Principal,
  { before, changes, expected }: { before: Contact; changes: Assignments; expected: ExpectedAssignments },
): Promise<void> {
  const byDefault = assignsContacts(principal) ? undefined : null;
  for (const column of columns) {
    const [present, field] = [before[column], expectedAssignments[column]];
    const { [field]: memberId = byDefault } = expected;
    if (changes[column] === undefined || memberId === undefined || memberId === present) continue;
    const { none, now, act } = roles[column];
    if (present === null) throw fieldError(column, 'conflict', none);
    const name = (await readMemberName(client, principal.workspaceId, present)) || 'another member';
    throw fieldError(column, 'conflict', `${now} ${name}: update it with ${field} ${present} to ${act}`);
  }
}
