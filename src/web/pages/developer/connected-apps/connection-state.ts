import { now } from '../../../app/beginning.ts';
import type { ConnectionRowFragment } from '../../../gql/connected-apps.ts';

/** A connection ends when it is revoked, or when its last token expires. */
export function hasEnded({ revokedAt, expiresAt }: Pick<ConnectionRowFragment, 'revokedAt' | 'expiresAt'>): boolean {
  return revokedAt !== null || (expiresAt !== null && new Date(expiresAt) <= new Date(now()));
}

/**
 * A connection whose app has not exchanged its authorization code: it has no token, and ends with the code. The exchange is
 * the first use.
 */
export function isUnfinished({ lastUsedAt }: Pick<ConnectionRowFragment, 'lastUsedAt'>): boolean {
  return lastUsedAt === null;
}
