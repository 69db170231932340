import type { Prisma } from '../generated/prisma/client.ts';

/** Holds a key until the transaction ends: whoever changes it as well waits, and then finds what was written here. */
export async function lockApiKey(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  workspaceId: number,
  id: number,
): Promise<void> {
  await tx.$queryRaw`SELECT FROM "ApiKey" WHERE "workspaceId" = ${workspaceId} AND "id" = ${id} FOR UPDATE`;
}
