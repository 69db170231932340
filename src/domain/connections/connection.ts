import { z } from 'zod';
import { notEmpty, text } from '#src/domain/input.ts';
import { pageOf } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';

/**
 * The maximum of live connections per member and app. A further one is refused, because no connection may end without notice. A
 * connection that is unused for thirty days expires.
 */
export const maxConnections = 10;

export const noRoomText = `This person already has ${maxConnections} connections to the app in this workspace: disconnect one first`;

/** An app that a member has connected to the workspace. Instants are ISO 8601 text. */
export const connectionRecord = {
  id: field.string('Connection id: `con_…`.'),
  clientId: field.internal<string>(),
  clientName: field.internal<string>(),
  homepageUrl: field.internal<string | null>(),
  hasLogo: field.internal<boolean>(),
  app: field.inGraph(),
  workspaceId: field.internal<number>(),
  workspace: field.inGraph(),
  scopes: field.strings(
    "The scopes in effect: the granted scopes that the app is registered for and that the member's role allows.",
  ),
  createdAt: field.dateTime('When access was granted.'),
  lastUsedAt: field
    .dateTime(
      'When the app last used the connection, accurate to one minute; null until the app has exchanged its authorization code for tokens.',
    )
    .nullable(),
  expiresAt: field.dateTime('When the connection expires unless the app uses it before then.').nullable(),
  accessTokenExpiresAt: field
    .dateTime(
      'When the newest access token expires; null if no access token is valid, so the app must first refresh it or exchange its authorization code.',
    )
    .nullable(),
  revokedAt: field.dateTime('When the connection was revoked; null if it was not.').nullable(),
};
export interface Connection extends RecordOf<typeof connectionRecord> {}

export type ConnectionPage = Page<'connections', Connection>;

export const connectionListInput = z.object({
  ...pageOf('Connections'),
});

const connectionId = () => text(64).check(notEmpty()).describe('Connection id: `con_…`.');

export const connectionInput = z.object({ id: connectionId() });
export const revokeConnectionInput = z.object({ id: connectionId() });

export const revokeAllConnectionsInput = z.object({
  clientId: text(64).check(notEmpty()).describe('Client id of the app: `ocl_…`.'),
});

export type ConnectionListInput = z.output<typeof connectionListInput>;
export type RevokeAllConnectionsInput = z.output<typeof revokeAllConnectionsInput>;
