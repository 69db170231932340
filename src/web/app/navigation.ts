import type { ComponentType } from 'react';
import { CodeIcon, KeyIcon, UserIcon } from '../parts/icons.tsx';
import { isTeamLead, type Session } from './session.ts';

export interface PageLink {
  readonly to: string;
  readonly title: string;
  /** What it is for, for the overview and the command palette. */
  readonly summary: string;
  readonly icon: ComponentType;
}

interface Section {
  readonly title: string;
  readonly pages: readonly PageLink[];
}

export const developerPages: readonly PageLink[] = [
  {
    to: '/settings/developer/api-keys',
    title: 'API keys',
    summary: 'Keys for scripts and integrations of your own: create, rotate and revoke them.',
    icon: KeyIcon,
  },
];

const personPages: readonly PageLink[] = [
  { to: '/settings/account', title: 'Account', summary: 'Your name, your password and your sessions.', icon: UserIcon },
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
    { title: 'You and your team', pages: personPages },
    ...(isTeamLead(session) ? [{ title: 'Developer', pages: [overview, ...developerPages] }] : []),
  ];
}
