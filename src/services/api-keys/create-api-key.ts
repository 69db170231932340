import type { CreateApiKeyInput } from '#src/domain/api-keys/api-key.ts';
import { parseDuration } from '#src/lib/duration.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { requireMember } from '#src/services/users/require-member.ts';
import { storeApiKey } from './store-api-key.ts';

/** A key of any member, as the operator makes it. */
export async function createApiKey(
  context: ServiceContext,
  { workspaceId, userId, name, scopes, expiresIn }: CreateApiKeyInput,
): Promise<{ apiKeyId: number; key: string }> {
  await requireMember(context, { workspaceId, userId });
  const createdAt = context.clock.now();
  const expiresAt = expiryOf(expiresIn, createdAt);
  const draft = { workspaceId, userId, name, scopes, expiresAt, createdAt };
  const { row, secret } = await context.db.write((client) => storeApiKey(client, draft));
  return { apiKeyId: row.id, key: secret };
}

function expiryOf(expiresIn: string | undefined, now: Date): Date | null {
  const durationMs = expiresIn === undefined ? undefined : parseDuration(expiresIn);
  return durationMs === undefined ? null : new Date(now.getTime() + durationMs);
}
