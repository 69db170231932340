import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { readKeptId } from '#src/db/writes/contact-merges.ts';
import { lockForKeyShare } from '#src/db/writes/rows.ts';
import { type DomainError, fieldError, recordNotFound } from '#src/domain/errors.ts';
import { type Principal, visibleRows } from '#src/domain/principal/policy.ts';

const namedBy = { Contact: 'contactId', Deal: 'dealId', EventCall: 'eventCallId', Product: 'productId' } as const;

interface Named<Row> {
  readonly table: keyof typeof namedBy;
  readonly id: number;
  readonly columns?: readonly (keyof Row & string)[];
  /** True if the changed record already names it, so the caller need not see it. */
  readonly isStored?: boolean;
  /** By default, protects only against deletion. */
  readonly lock?: typeof lockForKeyShare;
}

/** Requires the record that an input names; NOT_FOUND unless the caller sees it. Locks it until the transaction ends. */
export async function requireNamed<Row extends object>(
  client: ClientBase,
  principal: Principal,
  { table, id, columns = [], isStored = false, lock = lockForKeyShare }: Named<Row>,
): Promise<Row> {
  const visible = isStored ? undefined : visibleRows(table, principal);
  const found = await lock<Row>(client, { table, id, columns, workspaceId: principal.workspaceId, visible });
  if (found) return found;
  if (table === 'Contact') throw await missingContact(client, [principal.workspaceId, id], namedBy.Contact);
  throw recordNotFound(namedBy[table]);
}

/** The error of an input that names a contact that the workspace lacks. It names the contact into which it was merged. */
export async function missingContact(
  client: ClientBase,
  key: RecordKey,
  path: string,
  notFound = recordNotFound(path),
): Promise<DomainError> {
  const keptId = await readKeptId(client, key);
  if (keptId === undefined) return notFound;
  return fieldError(path, 'invalid_state', `This contact was merged into contact ${keptId}: use that id`);
}
