import { endApiKeyAt, lockApiKey } from '#src/db/writes/api-keys.ts';
import { isScope } from '#src/domain/access/scopes.ts';
import { type ApiKey, apiKeyStatus, type IssuedApiKey, type RotateApiKeyInput } from '#src/domain/api-keys/api-key.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';
import { expiryOf, requireScopes, shown } from './issue-api-key.ts';
import { storeApiKey } from './store-api-key.ts';

/**
 * A new key in the place of an old one, which goes on for the overlap. Only for keys of the caller's own: the new key
 * acts as its member, so that an admin who could rotate an owner's key would be given the owner's credential.
 */
export async function rotateApiKey(
  { db, clock, principal }: CallerContext,
  { id, overlapSeconds, expiresAt }: RotateApiKeyInput,
): Promise<IssuedApiKey> {
  const { workspaceId, userId } = principal;
  const now = clock.now();
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return db.write(async (client) => {
    const old = await lockApiKey(client, workspaceId, id);
    if (!old) throw new DomainError('NOT_FOUND');
    requireOwn(old, userId);
    requireActive(old, now);
    // Shortens and never prolongs.
    const goesOnLonger = old.expiresAt === null || old.expiresAt > end;
    if (goesOnLonger) await endApiKeyAt(client, { workspaceId, id }, end);
    const scopes = old.scopes.filter(isScope);
    requireScopes(principal, scopes);
    const draft = { workspaceId, userId, name: old.name, scopes, expiresAt: expiryOf(expiresAt, now), createdAt: now };
    const { row, secret } = await storeApiKey(client, draft);
    return { apiKey: shown(row, now), secret };
  });
}

function requireOwn(old: Pick<ApiKey, 'userId'>, userId: number): void {
  if (old.userId === userId) return;
  throw new DomainError('FORBIDDEN', { message: 'Only the member whose key it is can rotate it' });
}

function requireActive(old: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): void {
  const status = apiKeyStatus(old, now);
  if (status !== 'ACTIVE') throw validationError({ id: [`The key is ${status.toLowerCase()}: create a new one`] });
}
