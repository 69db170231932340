import type { ComponentType } from 'react';
import {
  AddressBookIcon,
  AppsIcon,
  CalendarIcon,
  ClockIcon,
  CodeIcon,
  HomeIcon,
  type IconProps,
  KeyIcon,
  LinkIcon,
  ListIcon,
  PhoneIcon,
  PlugIcon,
  UserIcon,
  UsersIcon,
  WebhookIcon,
} from '../kit/icons.tsx';
import type { Session } from './session.ts';
import { isTeamLead } from './team-lead.ts';

export interface PageLink {
  readonly to: string;
  readonly title: string;
  /** What it is for, for the overview and the command palette. */
  readonly summary: string;
  readonly icon: ComponentType<IconProps>;
}

interface Section {
  readonly title: string;
  readonly pages: readonly PageLink[];
}

/** Where the work is done. A narrow window has them in a bar at its bottom. */
export const workPages: readonly PageLink[] = [
  {
    to: '/',
    title: 'Today',
    summary: 'The calls of today, and those that wait for an outcome.',
    icon: HomeIcon,
  },
  {
    to: '/calls',
    title: 'Calls',
    summary: 'All calls: to come, over, moved and cancelled, with their outcomes.',
    icon: PhoneIcon,
  },
  {
    to: '/contacts',
    title: 'Contacts',
    summary: 'Everybody who books or is called, as a list and by stage.',
    icon: AddressBookIcon,
  },
  {
    to: '/events',
    title: 'Events',
    summary: 'What people can book: its hosts, its times, its questions and its page.',
    icon: LinkIcon,
  },
  {
    to: '/schedules',
    title: 'Schedules',
    summary: 'The hours in which calls can be booked, days with other hours, and time off.',
    icon: ClockIcon,
  },
];

/** For every role: members see and end the connections that they made. */
const connectedApps: PageLink = {
  to: '/settings/developer/connected-apps',
  title: 'Connected apps',
  summary: 'Apps that you let into the workspace: what they may do, when they were last used, and how to end that.',
  icon: PlugIcon,
};

export const developerPages: readonly PageLink[] = [
  {
    to: '/settings/developer/oauth-clients',
    title: 'OAuth clients',
    summary: 'Apps that act for people who allow it: register them, rotate their secrets, ask for approval.',
    icon: AppsIcon,
  },
  {
    to: '/settings/developer/api-keys',
    title: 'API keys',
    summary: 'Keys for scripts and integrations of your own: create, rotate and revoke them.',
    icon: KeyIcon,
  },
  connectedApps,
  {
    to: '/settings/developer/webhooks',
    title: 'Webhooks',
    summary: 'Addresses of yours that events are sent to, what they answered, and what to do when one is paused.',
    icon: WebhookIcon,
  },
  {
    to: '/settings/developer/requests',
    title: 'Requests',
    summary: 'The latest requests of keys and apps, and why some were refused.',
    icon: ListIcon,
  },
];

const personPages: readonly PageLink[] = [
  {
    to: '/settings/account',
    title: 'Account',
    summary: 'Your name, your password, your workspaces and your sessions.',
    icon: UserIcon,
  },
  {
    to: '/settings/calendars',
    title: 'Calendars',
    summary: 'Calendars elsewhere that say when you are busy, and feeds of your calls.',
    icon: CalendarIcon,
  },
  {
    to: '/settings/team',
    title: 'Team',
    summary: 'The members of the workspace, their roles and invitations.',
    icon: UsersIcon,
  },
];

/** The pages that this person can open. */
export function sections(session: Session): readonly Section[] {
  const overview = {
    to: '/settings/developer',
    title: 'Overview',
    summary: 'All that developers need, at a glance.',
    icon: CodeIcon,
  };
  return [
    { title: 'Work', pages: workPages },
    { title: 'You and your team', pages: personPages },
    { title: 'Developer', pages: isTeamLead(session) ? [overview, ...developerPages] : [connectedApps] },
  ];
}
