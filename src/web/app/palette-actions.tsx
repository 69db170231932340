import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { FindDocument } from '../gql/find.ts';
import { dayOf, shortDayText, timeText } from '../kit/days.ts';
import { AddressBookIcon, CheckIcon, ClockIcon, LinkIcon, PhoneIcon, PlusIcon } from '../kit/icons.tsx';
import { now } from '../kit/now.ts';
import { type Result, resultsOf, resultTitle } from '../parts/calls/outcomes.ts';
import { contactName } from '../parts/contacts.ts';
import { useSession } from './session.ts';
import { isTeamLead } from './team-lead.ts';

/** Begins what is done most. Two of them go on with a name that is typed. */
export function useActs(type: (text: string) => void): SpotlightActionData[] {
  const navigate = useNavigate();
  const isLead = isTeamLead(useSession());
  const go = (label: string, icon: React.ReactNode, to: NavigateOptions): SpotlightActionData => ({
    id: label,
    label,
    leftSection: icon,
    onClick: () => navigate(to),
  });
  const ask = (label: string, verb: string, icon: React.ReactNode): SpotlightActionData => ({
    id: label,
    label,
    description: `Type “${verb}” and a name`,
    leftSection: icon,
    closeSpotlightOnTrigger: false,
    onClick: () => type(`${verb} `),
  });
  return [
    ask('Book a call for…', 'book', <PhoneIcon />),
    ask('Set an outcome…', 'won', <CheckIcon />),
    go('Add contact', <PlusIcon />, { to: '/contacts', search: { open: 'new' } }),
    go('Block time', <ClockIcon />, { to: '/schedules', search: { open: 'time-off' } }),
    ...(isLead
      ? [
          go('New event', <PlusIcon />, { to: '/events', search: { open: 'new' } }),
          go('New field', <PlusIcon />, { to: '/settings/fields', search: { open: 'new' } }),
        ]
      : []),
  ];
}

const minLength = 2;

const verbs: readonly (readonly [verb: string, result?: Result])[] = [
  ['book'],
  ...[...new Set(Object.values(resultsOf).flat())].map((result) => [resultTitle(result), result] as const),
];

/** The records whose names have what is typed. After a verb, such as "book kim" or "won kim", they begin that act. */
export function useFound(search: string, typed: string): SpotlightActionGroupData[] {
  const navigate = useNavigate();
  const { timeZone } = useSession().user;
  const [verb, result] = verbs.find(([each]) => search.toLowerCase().startsWith(`${each.toLowerCase()} `)) ?? [''];
  const name = search.slice(verb.length).trim();
  const isLong = name.length >= minLength;
  const [{ data }] = useQuery({ query: FindDocument, variables: { search: name }, pause: !isLong });
  if (!isLong) return [];
  const today = dayOf(now(), timeZone);
  // The server found it by an email address or a phone number too, which are not shown.
  const keywords = [typed];
  const calls = (data?.eventCalls?.eventCalls ?? []).filter(
    ({ callType, status }) => !result || (status !== 'CANCELLED' && resultsOf[callType].includes(result)),
  );
  return [
    {
      group: 'Calls',
      actions: (verb === 'book' ? [] : calls).map(({ previewId, name: event, dateTime, inviteeName }) => ({
        id: previewId,
        label: result ? `${inviteeName}: set to ${resultTitle(result)}` : inviteeName,
        description: `${event}, ${shortDayText(dayOf(dateTime, timeZone), today)}, ${timeText(dateTime, timeZone)}`,
        leftSection: <PhoneIcon />,
        keywords,
        onClick: () =>
          navigate({
            to: '/calls/$previewId',
            params: { previewId },
            search: { when: 'all', ...(result && { open: result }) },
          }),
      })),
    },
    {
      group: 'Contacts',
      actions: (result ? [] : (data?.contacts?.contacts ?? [])).map(({ previewId, ...contact }) => ({
        id: previewId,
        label: verb === 'book' ? `Book a call for ${contactName(contact)}` : contactName(contact),
        description: contact.email ?? contact.phoneNumber ?? '',
        leftSection: <AddressBookIcon />,
        keywords,
        onClick: () =>
          navigate({
            to: '/contacts/$previewId',
            params: { previewId },
            search: verb === 'book' ? { open: 'book' } : {},
          }),
      })),
    },
    {
      group: 'Events',
      actions: (verb ? [] : (data?.events?.events ?? [])).map(({ id, name: label, linkPrefix }) => ({
        id: `event-${id}`,
        label,
        description: linkPrefix,
        leftSection: <LinkIcon />,
        keywords,
        onClick: () => navigate({ to: '/events/$id', params: { id: String(id) } }),
      })),
    },
  ].filter(({ actions }) => actions.length > 0);
}
