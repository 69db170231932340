import type { Role } from '#src/domain/access/roles.ts';
import { demoOwner } from './demo-owner.ts';
import { sameHours, type WeekHours, workdays } from './schedules.ts';

export interface Member {
  username: string;
  firstName: string;
  lastName: string;
  role: Role;
  timeZone: string;
  /** The first one is the default. */
  schedules: { name: string; hours: WeekHours }[];
}

/** Schedules as the events name them. */
export const dana = 'demo/Founder hours';
export const jonas = 'demo-jonas/Berlin office';
export const marcus = 'demo-marcus/Pacific days';
export const marcusOnSaturday = 'demo-marcus/Saturday calls';
export const priya = 'demo-priya/India and evenings';

/** The first one is the owner. */
export const members: Member[] = [
  {
    username: 'demo',
    firstName: 'Dana',
    lastName: 'Whitfield',
    role: 'OWNER',
    timeZone: 'America/New_York',
    schedules: [
      { name: 'Founder hours', hours: sameHours(['tuesday', 'wednesday', 'thursday'], '10:00-12:00 14:00-16:30') },
    ],
  },
  {
    username: 'demo-jonas',
    firstName: 'Jonas',
    lastName: 'Lindqvist',
    role: 'ADMIN',
    timeZone: 'Europe/Berlin',
    schedules: [
      { name: 'Berlin office', hours: { ...sameHours(workdays, '09:00-12:30 13:30-17:00'), friday: '09:00-13:00' } },
    ],
  },
  {
    username: 'demo-marcus',
    firstName: 'Marcus',
    lastName: 'Delgado',
    role: 'CLOSER',
    timeZone: 'America/Los_Angeles',
    schedules: [
      { name: 'Pacific days', hours: sameHours(workdays, '08:00-12:00 13:00-17:30') },
      { name: 'Saturday calls', hours: { saturday: '09:00-13:00' } },
    ],
  },
  {
    username: 'demo-priya',
    firstName: 'Priya',
    lastName: 'Raman',
    role: 'CLOSER',
    timeZone: 'Asia/Kolkata',
    schedules: [
      {
        name: 'India and evenings',
        hours: { ...sameHours(workdays, '10:30-14:00 15:00-19:00'), friday: '10:30-14:00 20:00-24:00' },
      },
    ],
  },
  {
    username: 'demo-sofia',
    firstName: 'Sofia',
    lastName: 'Marchetti',
    role: 'SETTER',
    timeZone: 'America/New_York',
    schedules: [{ name: 'Setter shift', hours: sameHours(workdays, '09:00-17:00') }],
  },
  {
    username: 'demo-liam',
    firstName: 'Liam',
    lastName: 'Byrne',
    role: 'SETTER',
    timeZone: 'Europe/Berlin',
    schedules: [
      { name: 'Setter shift', hours: sameHours(['monday', 'tuesday', 'wednesday', 'thursday'], '08:00-14:00') },
    ],
  },
];

export function emailOf({ role, username }: Member): string {
  return role === 'OWNER' ? demoOwner.email : `${username}@slotline.example`;
}
