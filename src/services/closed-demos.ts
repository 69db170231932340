import type { Database } from '#src/db/database.ts';

/**
 * The demo workspaces in the database of a server that serves no demo, because others can reach it. Undefined if the demo is
 * open. Nobody can sign in to these workspaces, and their keys are refused.
 */
export type ClosedDemos = ReadonlySet<number> | undefined;

/** The domain of the demo's members. It is reserved, so no real person has such an address. */
const demoDomain = '@slotline.example';

export function isDemoAddress(email: string): boolean {
  return email.toLowerCase().endsWith(demoDomain);
}

export function demoAddress(username: string): string {
  return username + demoDomain;
}

export async function readClosedDemos({ prisma }: Pick<Database, 'prisma'>): Promise<ReadonlySet<number>> {
  const demos = await prisma.workspace.findMany({ where: { isDemo: true }, select: { id: true } });
  return new Set(demos.map(({ id }) => id));
}
