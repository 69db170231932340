import type { Role } from '#src/domain/access/roles.ts';
import { systemFields } from './demo-field-templates.ts';
import { addFields } from './demo-fields.ts';
import { firstNames, lastNames } from './names.ts';
import type { RowWriter } from './row-writer.ts';
import { addSchedules, sameHours, workdays } from './schedules.ts';
import { addSeedEvents, type SeedEvent } from './seed-events.ts';
import { type SeedSize, seedHours } from './seed-size.ts';

/** The closers' zones, taken in turns: on both sides of the date line's day and of each change of the clocks. */
export const seedZones = [
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Sydney',
] as const;

export interface SeedTeam {
  ownerId: number;
  closerIds: number[];
  setterIds: number[];
  events: SeedEvent[];
}

/** Everything that calls point to, but the contacts. */
export async function addSeedTeam(writer: RowWriter, size: SeedSize, createdAt: string): Promise<SeedTeam> {
  const stamps = { createdAt, updatedAt: createdAt };
  const roles = seats(size);
  const { closers, events: eventCount } = size;
  await writer.reserve({
    User: roles.length,
    Schedule: closers,
    ScheduleDay: 7 * closers,
    CustomField: systemFields.length,
    Event: eventCount,
  });
  const users = writer.addWithIds(
    'User',
    roles.map((seat, place) => ({ ...userAt(writer.workspaceId, seat, place), ...stamps })),
  );
  writer.add(
    'Membership',
    users.map(({ id }, place) => ({ userId: id, role: (roles[place] as Seat).role, ...stamps })),
  );
  const idsOf = (role: Role) => users.filter((_, place) => roles[place]?.role === role).map(({ id }) => id);
  const closerIds = idsOf('CLOSER');
  const hosts = addSchedules(
    writer,
    closerIds.map((userId, closer) => ({ userId, timeZone: zoneOf(closer), ...schedule, ...stamps })),
  );
  addFields(writer, systemFields, createdAt);
  const events = addSeedEvents(writer, {
    count: eventCount,
    username: `w${writer.workspaceId}-owner-1`,
    hosts: hosts.map(({ id, userId }) => ({ scheduleId: id, userId })),
    createdAt,
  });
  await writer.write();
  return { ownerId: idsOf('OWNER')[0] as number, closerIds, setterIds: idsOf('SETTER'), events };
}

const schedule = { name: 'Working hours', isDefault: true, hours: sameHours(workdays, seedHours) };

interface Seat {
  role: Role;
  number: number;
}

function seats({ closers, setters }: SeedSize): Seat[] {
  const counts: [Role, number][] = [
    ['OWNER', 1],
    ['ADMIN', 1],
    ['CLOSER', closers],
    ['SETTER', setters],
  ];
  return counts.flatMap(([role, count]) => Array.from({ length: count }, (_, index) => ({ role, number: index + 1 })));
}

/** Without a password, so that nobody can sign in as them. */
function userAt(workspaceId: number, { role, number }: Seat, place: number) {
  const username = `w${workspaceId}-${role.toLowerCase()}-${number}`;
  return {
    email: `${username}@slotline.example`,
    username,
    firstName: firstNames[(place * 7) % firstNames.length] as string,
    lastName: lastNames[(place * 11) % lastNames.length] as string,
    timeZone: role === 'CLOSER' ? zoneOf(number - 1) : 'America/New_York',
  };
}

function zoneOf(closer: number): string {
  return seedZones[closer % seedZones.length] as string;
}
