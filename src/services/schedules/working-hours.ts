import type { Prisma } from '#src/db/generated/prisma/client.ts';

const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const weekend = ['saturday', 'sunday'] as const;
const [opens, closes] = [9 * 60, 17 * 60];

interface NewMember {
  readonly workspaceId: number;
  readonly userId: number;
  readonly timeZone: string;
}

/** Creates a default schedule for a new member, so that their events offer times at once. */
export async function addWorkingHours(tx: Prisma.TransactionClient, member: NewMember): Promise<void> {
  const timings = { create: { startMinute: opens, endMinute: closes } };
  const days = [...workdays.map((weekday) => ({ weekday, timings })), ...weekend.map((weekday) => ({ weekday }))];
  await tx.schedule.create({
    data: { ...member, name: 'Working hours', isDefault: true, dayEntries: { create: days } },
    select: { id: true },
  });
}
