import type { ApiKeyListInput, ApiKeyPage } from '#src/domain/api-keys/api-key.ts';
import type { CallerContext } from '../context.ts';
import { shown } from './issue-api-key.ts';
import { shownColumns } from './store-api-key.ts';

/** A page of all keys of the workspace, newest first: those that have ended as well. */
export async function listApiKeys(
  { db, clock, principal }: CallerContext,
  { page, limit }: ApiKeyListInput,
): Promise<ApiKeyPage> {
  const where = { workspaceId: principal.workspaceId };
  const now = clock.now();
  const [rows, count] = await Promise.all([
    db.prisma.apiKey.findMany({
      where,
      select: shownColumns,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: page * limit,
      take: limit,
    }),
    db.prisma.apiKey.count({ where }),
  ]);
  return { apiKeys: rows.map((row) => shown(row, now)), count };
}
