import { z } from 'zod';
import { allScopes } from '#src/domain/access/scopes.ts';
import { id, list, minLength, notEmpty, text } from '#src/domain/input.ts';
import { parseDuration } from '#src/lib/duration.ts';

export const maxApiKeyLifetimeMs = 3_650 * 86_400_000;

const scope = () =>
  z.enum(allScopes, {
    error: ({ input }) => `Unknown scope ${JSON.stringify(input)}; known are: ${allScopes.join(', ')}`,
  });

export const scopeList = () => list(scope()).check(minLength(1, 'Must have at least one scope'));

export const apiKeyName = () => text(100).trim().check(notEmpty());

/** Stays a text, so that checking twice is harmless; the use case reads it with `parseDuration`. */
const lifetime = () => text(10).refine(isLifetime, 'Must be a duration such as 90d, 12h or 30m, and at most 3650 days');

export const createApiKeyInput = z.object({
  workspaceId: id(),
  userId: id(),
  name: apiKeyName().default('API key'),
  scopes: scopeList().default(allScopes),
  expiresIn: lifetime().optional(),
});

export type CreateApiKeyInput = z.output<typeof createApiKeyInput>;

function isLifetime(value: string): boolean {
  const durationMs = parseDuration(value);
  return durationMs !== undefined && durationMs <= maxApiKeyLifetimeMs;
}
