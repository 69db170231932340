import { sessionPrefix } from '#src/domain/access/credentials.ts';

/** A session that is not used for so long ends. */
export const sessionIdleMs = 30 * 86_400_000;

/** Being used prolongs a session, but is written no more often than this. */
export const sessionTouchMs = 3_600_000;

const shape = new RegExp(`^${sessionPrefix}[0-9A-Za-z]{43}$`);

/** False for anything that no session token of ours can be, so that it costs no query. */
export function isWellFormedSessionToken(token: string): boolean {
  return shape.test(token);
}
