import type { ClientBase, QueryConfig } from 'pg';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { MailRecipient } from '#src/domain/notifications/notification.ts';
import type { MailboxMail } from './mailboxes.ts';

/** The columns that determine the recipient of a mail about a call. */
export interface MailAddressee {
  readonly id: number;
  readonly eventCallId: number;
  readonly recipient: MailRecipient;
  /** The address of a guest; null for others. */
  readonly guestEmail: string | null;
  /** The user id of the host. */
  readonly userId: number;
  readonly resends: number;
}

const inviteeStatement = preparedStatement(
  'notificationMailboxes.invitee',
  'SELECT "inviteeEmail" AS "email" FROM "EventCall" WHERE "workspaceId" = $1 AND "id" = $2',
);
const hostStatement = preparedStatement('notificationMailboxes.host', 'SELECT "email" FROM "User" WHERE "id" = $1');

/**
 * Returns the count of a mail about a call in its recipient's mailbox. Mails to invitees and guests count, because others may have
 * entered their addresses; mails to hosts only if somebody resends them. Undefined: it does not count, or has no address.
 */
export async function countedMail(
  client: ClientBase,
  workspaceId: number,
  { id, eventCallId, recipient, guestEmail, userId, resends }: MailAddressee,
): Promise<MailboxMail | undefined> {
  if (recipient === 'HOST' && resends === 0) return undefined;
  const read = async (query: QueryConfig) => (await client.query<{ email: string | null }>(query)).rows[0]?.email;
  const addresses = {
    INVITEE: () => read(queryConfig(inviteeStatement, [workspaceId, eventCallId])),
    HOST: () => read(queryConfig(hostStatement, [userId])),
    GUEST: async () => guestEmail,
  };
  const email = await addresses[recipient]();
  return email ? { email, workspaceId, mail: `call.${workspaceId}.${id}.${resends}` } : undefined;
}
