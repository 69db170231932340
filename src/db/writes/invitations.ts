import type { ClientBase } from 'pg';
import type { MemberKey, RecordKey } from '#src/db/keys.ts';
import type { Invitation } from '#src/domain/invitations/invitation.ts';

interface NewInvitation extends Omit<Invitation, 'id'> {
  readonly tokenHash: Buffer;
}

/** Inserts an invitation and returns its id. */
export async function insertInvitation(
  client: ClientBase,
  workspaceId: number,
  { email, role, tokenHash, invitedBy, createdAt, expiresAt }: NewInvitation,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "Invitation" ("workspaceId", "email", "role", "tokenHash", "invitedBy", "createdAt", "expiresAt")
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING "id"`,
    [workspaceId, email, role, tokenHash, invitedBy, createdAt, expiresAt],
  );
  return (rows[0] as { id: number }).id;
}

interface InvitationRow extends Invitation {
  readonly workspaceId: number;
}

/** Deletes an invitation and returns it; undefined if there is none. */
export async function deleteInvitation(client: ClientBase, key: RecordKey): Promise<InvitationRow | undefined> {
  const { rows } = await client.query<Record<'createdAt' | 'expiresAt', string> & InvitationRow>(
    `DELETE FROM "Invitation" WHERE "workspaceId" = $1 AND "id" = $2
     RETURNING "workspaceId", "id", "email", "role", "invitedBy", "createdAt", "expiresAt"`,
    [...key],
  );
  const [row] = rows;
  return row && { ...row, createdAt: new Date(row.createdAt), expiresAt: new Date(row.expiresAt) };
}

/** Deletes the open invitation of an address, so that a new one can replace it. */
export async function deleteInvitationOf(client: ClientBase, workspaceId: number, email: string): Promise<void> {
  await client.query('DELETE FROM "Invitation" WHERE "workspaceId" = $1 AND "email" = $2', [workspaceId, email]);
}

/** Deletes the invitations of a member, so that none is listed, or works again if the member returns. */
export async function deleteInvitationsBy(client: ClientBase, [workspaceId, userId]: MemberKey): Promise<void> {
  await client.query('DELETE FROM "Invitation" WHERE "workspaceId" = $1 AND "invitedBy" = $2', [workspaceId, userId]);
}
