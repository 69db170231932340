import { z } from 'zod';
import { notEmpty, text } from '#src/domain/input.ts';
import { pageOf } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';

/**
 * Live connections of one member with one app. Another is refused, because none may stop working without a word. One that
 * nobody uses for thirty days expires.
 */
export const maxConnections = 10;

export const noRoomText = `This person has ${maxConnections} connections with the app in this workspace: disconnect one of them first`;

/** An app that a member has connected to the workspace. Instants are ISO 8601 text. */
export interface Connection {
  readonly id: string;
  readonly workspaceId: number;
  readonly clientId: string;
  readonly clientName: string;
  readonly homepageUrl: string | null;
  readonly hasLogo: boolean;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  /** The time of the last API call or token request, up to a minute late; null until the code is exchanged. */
  readonly lastUsedAt: string | null;
  /** When its last token expires, unless a refresh replaces it before. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** When its newest access token expires; null where none lives. */
  readonly accessTokenExpiresAt: string | null;
}

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
