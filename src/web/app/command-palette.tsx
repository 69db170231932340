import '@mantine/spotlight/styles.layer.css';
import { Button, Kbd } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { FindDocument } from '../gql/find.ts';
import { dayOf, shortDayText, timeText } from '../kit/days.ts';
import { AddressBookIcon, LinkIcon, PhoneIcon, SearchIcon } from '../kit/icons.tsx';
import { contactName } from '../parts/contacts.ts';
import { sections } from './navigation.ts';
import { useSession } from './session.ts';

const documents = [
  { href: '/docs', title: 'Documentation', summary: 'Keys, OAuth, booking, errors and limits, with examples.' },
  { href: '/docs/reference', title: 'API reference', summary: 'Every endpoint of the REST API, to read and to try.' },
  { href: '/graphql', title: 'GraphiQL', summary: 'The GraphQL schema, to explore and to query.' },
];

/** Goes to any page by its name, and to a call, a contact or an event: ⌘K, Ctrl+K or /. */
export function CommandPalette() {
  const navigate = useNavigate();
  const session = useSession();
  const [typed, setTyped] = useState('');
  const actions = [
    ...useFound(typed),
    ...sections(session).map(({ title, pages }) => ({
      group: title,
      actions: pages.map(({ to, title: label, summary, icon: Icon }) => ({
        id: to,
        label,
        description: summary,
        leftSection: <Icon />,
        onClick: () => navigate({ to }),
      })),
    })),
    {
      group: 'Documentation',
      actions: documents.map(({ href, title, summary }) => ({
        id: href,
        label: title,
        description: summary,
        onClick: () => location.assign(href),
      })),
    },
  ];
  return (
    <>
      <Button
        className="palette-button"
        variant="default"
        leftSection={<SearchIcon />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        onClick={spotlight.open}
      >
        Go to…
      </Button>
      <Spotlight
        actions={actions}
        shortcut={['mod + K', '/']}
        query={typed}
        onQueryChange={setTyped}
        nothingFound="Nothing has this name"
        highlightQuery
        scrollable
        searchProps={{
          placeholder: 'A page, or a name…',
          'aria-label': 'Go to',
          maxLength: 200,
          leftSection: <SearchIcon />,
        }}
      />
    </>
  );
}

const minLength = 2;
const pauseMs = 200;

/** The records whose names have what is typed. */
function useFound(typed: string): SpotlightActionGroupData[] {
  const navigate = useNavigate();
  const { timeZone } = useSession().user;
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const [{ data }] = useQuery({ query: FindDocument, variables: { search }, pause: search.length < minLength });
  if (search.length < minLength) return [];
  const today = dayOf(Date.now(), timeZone);
  const calls = data?.eventCalls?.eventCalls ?? [];
  const contacts = data?.contacts?.contacts ?? [];
  // The server found it by an email address or a phone number too, which are not shown.
  const keywords = [typed.trim()];
  return [
    {
      group: 'Calls',
      actions: calls.map(({ previewId, name, dateTime, inviteeName }) => ({
        id: previewId,
        label: inviteeName,
        description: `${name}, ${shortDayText(dayOf(dateTime, timeZone), today)}, ${timeText(dateTime, timeZone)}`,
        leftSection: <PhoneIcon />,
        keywords,
        onClick: () => navigate({ to: '/calls/$previewId', params: { previewId }, search: { when: 'all' } }),
      })),
    },
    {
      group: 'Contacts',
      actions: contacts.map(({ previewId, ...contact }) => ({
        id: previewId,
        label: contactName(contact),
        description: contact.email ?? contact.phoneNumber ?? '',
        leftSection: <AddressBookIcon />,
        keywords,
        onClick: () => navigate({ to: '/contacts/$previewId', params: { previewId }, search: {} }),
      })),
    },
    {
      group: 'Events',
      actions: (data?.events?.events ?? []).map(({ id, name, linkPrefix }) => ({
        id: `event-${id}`,
        label: name,
        description: linkPrefix,
        leftSection: <LinkIcon />,
        keywords,
        onClick: () => navigate({ to: '/events/$id', params: { id: String(id) } }),
      })),
    },
  ].filter(({ actions }) => actions.length > 0);
}
