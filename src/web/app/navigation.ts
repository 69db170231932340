import type { ComponentType } from 'react';
import {
  AddressBookIcon,
  AppsIcon,
  BuildingIcon,
  CalendarIcon,
  ChartIcon,
  ClockIcon,
  CodeIcon,
  CoinsIcon,
  FieldsIcon,
  HomeIcon,
  type IconProps,
  KeyIcon,
  LinkIcon,
  ListIcon,
  PackageIcon,
  PhoneIcon,
  PlugIcon,
  SendIcon,
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
  /** Pages that belong to it, which are shown once it is open. */
  readonly below?: readonly PageLink[];
}

interface Section {
  readonly title: string;
  readonly pages: readonly PageLink[];
}

const overview: PageLink = {
  to: '/overview',
  title: 'Overview',
  summary: 'The numbers of a period: calls booked, held and won, with their rates, by closer, event and source.',
  icon: ChartIcon,
};

const workPages: readonly PageLink[] = [
  {
    to: '/',
    title: 'Today',
    summary: 'The calls of today, and the calls that need an outcome.',
    icon: HomeIcon,
  },
  {
    to: '/calls',
    title: 'Calls',
    summary: 'All calls: upcoming, past, moved and cancelled, with their outcomes.',
    icon: PhoneIcon,
  },
  {
    to: '/contacts',
    title: 'Contacts',
    summary: 'Everyone you talk to, as a list or by stage.',
    icon: AddressBookIcon,
  },
  {
    to: '/deals',
    title: 'Deals',
    summary: 'What was sold, what was paid, and the payments that belong to no deal yet.',
    icon: CoinsIcon,
  },
  {
    to: '/events',
    title: 'Events',
    summary: 'What people can book: hosts, availability, questions and the booking page.',
    icon: LinkIcon,
  },
  {
    to: '/schedules',
    title: 'Schedules',
    summary: 'When calls can be booked: weekly hours, date overrides and time off.',
    icon: ClockIcon,
  },
];

/** For every role: members see and end the connections that they made. */
const connectedApps: PageLink = {
  to: '/settings/developer/connected-apps',
  title: 'Connected apps',
  summary:
    'Apps that can access this workspace for you: what they can do, when they were last used, and how to revoke them.',
  icon: PlugIcon,
};

export const developerPages: readonly PageLink[] = [
  {
    to: '/settings/developer/oauth-clients',
    title: 'OAuth clients',
    summary: 'Apps that act on behalf of people who allow it: register them, rotate their secrets, request approval.',
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
    summary: 'Endpoints that receive events, how they responded, and what to do when one is paused.',
    icon: WebhookIcon,
  },
  {
    to: '/settings/developer/requests',
    title: 'Requests',
    summary: 'Recent requests of keys and apps, and why some were refused.',
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
    summary: 'Connected calendars that show when you are busy, and feeds of your calls.',
    icon: CalendarIcon,
  },
  {
    to: '/settings/emails',
    title: 'Emails',
    summary: 'The emails to invitees and hosts about their calls, and which of them were not sent.',
    icon: SendIcon,
  },
  {
    to: '/settings/products',
    title: 'Products',
    summary: 'What the workspace sells, and its prices.',
    icon: PackageIcon,
  },
  {
    to: '/settings/team',
    title: 'Team',
    summary: 'The members of the workspace, their roles and invitations.',
    icon: UsersIcon,
  },
];

/** For owners and admins. */
const workspacePage: PageLink = {
  to: '/settings/workspace',
  title: 'Workspace',
  summary: 'Its name, language, logo and color, and the sites that may embed booking pages.',
  icon: BuildingIcon,
};

const fields: PageLink = {
  to: '/settings/fields',
  title: 'Fields and stages',
  summary: 'Custom fields and the stages of contacts: order, options, colors, and where they are used.',
  icon: FieldsIcon,
};

const auditLog: PageLink = {
  to: '/settings/audit-log',
  title: 'Audit log',
  summary: 'Who changed members, access and settings, and who signed in.',
  icon: ListIcon,
};

/** The pages of developers, which are folded to one line elsewhere. */
const developer: PageLink = {
  to: '/settings/developer',
  title: 'Developer',
  summary: 'Keys, apps, webhooks and requests at a glance.',
  icon: CodeIcon,
  below: developerPages,
};

/** Where the work is done: owners and admins begin with the numbers of the team. */
export function workPagesOf(session: Session): readonly PageLink[] {
  return isTeamLead(session) ? [overview, ...workPages] : [...workPages, overview];
}

/** The pages that this person can open. */
export function sections(session: Session): readonly Section[] {
  return [
    { title: 'Work', pages: workPagesOf(session) },
    {
      title: 'Settings',
      pages: isTeamLead(session)
        ? [...personPages, workspacePage, fields, auditLog, developer]
        : [...personPages, connectedApps],
    },
  ];
}
