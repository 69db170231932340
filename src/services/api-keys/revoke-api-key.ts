import type { ApiKey, RevokeApiKeyInput } from '#src/domain/api-keys/api-key.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';
import { shown } from './issue-api-key.ts';
import { shownColumns } from './store-api-key.ts';

/** From the next request on the key fails. Revoking it again changes nothing. */
export async function revokeApiKey(
  { db, clock, principal }: CallerContext,
  { id }: RevokeApiKeyInput,
): Promise<ApiKey> {
  const where = { workspaceId: principal.workspaceId, id };
  const now = clock.now();
  await db.prisma.apiKey.updateMany({ where: { ...where, revokedAt: null }, data: { revokedAt: now } });
  const row = await db.prisma.apiKey.findFirst({ where, select: shownColumns });
  if (!row) throw new DomainError('NOT_FOUND');
  return shown(row, now);
}
