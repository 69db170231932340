import { Button, Kbd } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { SearchIcon } from '../parts/icons.tsx';
import { sections } from './navigation.ts';
import { useSession } from './session.ts';

const documents = [
  { href: '/docs', title: 'Documentation', summary: 'Keys, OAuth, booking, errors and limits, with examples.' },
  { href: '/docs/reference', title: 'API reference', summary: 'Every endpoint of the REST API, to read and to try.' },
  { href: '/graphql', title: 'GraphiQL', summary: 'The GraphQL schema, to explore and to query.' },
];

/** Goes to any page by its name: ⌘K, Ctrl+K or /. */
export function CommandPalette() {
  const navigate = useNavigate();
  const session = useSession();
  const actions = [
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
        nothingFound="No page has this name"
        highlightQuery
        scrollable
        searchProps={{ placeholder: 'Go to a page…', 'aria-label': 'Go to a page', leftSection: <SearchIcon /> }}
      />
    </>
  );
}
