import type { Scope } from '#src/domain/access/scopes.ts';
import {
  type ApiKey,
  apiKeyStatus,
  type IssueApiKeyInput,
  type IssuedApiKey,
  maxApiKeyLifetimeMs,
} from '#src/domain/api-keys/api-key.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';
import { storeApiKey } from './store-api-key.ts';

/** A key of the caller's own, with no scope that the caller lacks. */
export async function issueApiKey(
  { db, clock, principal }: CallerContext,
  { name, scopes, expiresAt }: IssueApiKeyInput,
): Promise<IssuedApiKey> {
  requireScopes(principal, scopes);
  const { workspaceId, userId } = principal;
  const createdAt = clock.now();
  const draft = { workspaceId, userId, name, scopes, expiresAt: expiryOf(expiresAt, createdAt), createdAt };
  const { row, secret } = await db.write((client) => storeApiKey(client, draft));
  return { apiKey: shown(row, createdAt), secret };
}

/** Nobody gives away more than they hold. */
export function requireScopes({ scopes: held }: CallerContext['principal'], scopes: readonly Scope[]): void {
  const scope = scopes.find((each) => !held.has(each));
  if (scope) throw new DomainError('INSUFFICIENT_SCOPE', { scope, message: `Missing scope: ${scope}` });
}

export function shown(row: Omit<ApiKey, 'status'>, now: Date): ApiKey {
  return { ...row, status: apiKeyStatus(row, now) };
}

export function expiryOf(text: string | null | undefined, now: Date): Date | null {
  if (text === null || text === undefined) return null;
  const expiresAt = new Date(text);
  if (expiresAt <= now) throw validationError({ expiresAt: ['Must be in the future'] });
  if (expiresAt.getTime() - now.getTime() > maxApiKeyLifetimeMs) {
    throw validationError({ expiresAt: ['Must be at most 3650 days from now'] });
  }
  return expiresAt;
}
