import type { Role } from '#src/domain/access/roles.ts';
import { emailOf, type Member, members } from './demo-members.ts';
import type { Made, RowWriter } from './row-writer.ts';
import { addSchedules, type ScheduleDraft } from './schedules.ts';

export interface Team {
  ownerId: number;
  setterIds: number[];
  /** Who may own a contact. */
  sellerIds: number[];
  /** By `<username>/<schedule name>`. */
  schedules: Map<string, Made<ScheduleDraft>>;
}

export function addTeam(writer: RowWriter, createdAt: string): Team {
  const stamps = { createdAt, updatedAt: createdAt };
  const users = writer.addWithIds(
    'User',
    members.map((member) => {
      const { username, firstName, lastName, timeZone } = member;
      return { email: emailOf(member), username, firstName, lastName, timeZone, ...stamps };
    }),
  );
  const team = users.map(({ id }, index) => ({ ...(members[index] as Member), id }));
  writer.add(
    'Membership',
    team.map(({ id, role }) => ({ userId: id, role, ...stamps })),
  );
  const idsOf = (...roles: Role[]) => team.filter(({ role }) => roles.includes(role)).map(({ id }) => id);
  return {
    ownerId: idsOf('OWNER')[0] as number,
    setterIds: idsOf('SETTER'),
    sellerIds: idsOf('ADMIN', 'CLOSER'),
    schedules: addTeamSchedules(writer, team, stamps),
  };
}

function addTeamSchedules(writer: RowWriter, team: (Member & { id: number })[], stamps: Stamps) {
  const drafts = team.flatMap(({ id: userId, username, timeZone, schedules }) =>
    schedules.map(({ name, hours }, index) => {
      return { key: `${username}/${name}`, userId, name, timeZone, isDefault: index === 0, ...stamps, hours };
    }),
  );
  const schedules = addSchedules(writer, drafts);
  return new Map(schedules.map((schedule) => [schedule.key, schedule]));
}

interface Stamps {
  createdAt: string;
  updatedAt: string;
}
