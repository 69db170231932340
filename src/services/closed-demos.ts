import type { Database } from '#src/db/database.ts';

/**
 * The demo workspaces whose data are in the database of a server that has no demo, because others reach it. Undefined where
 * the demo is open. Whatever the data say, nobody signs in to them, and their keys do not count.
 */
export type ClosedDemos = ReadonlySet<number> | undefined;

/** Addresses of the demo's members. The name is reserved, so that no person has one. */
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
