import '@mantine/spotlight/styles.layer.css';
import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SearchIcon } from '../kit/icons.tsx';
import { useKeys, withholdKeysWhile } from '../kit/keys.ts';
import { sections } from './navigation.ts';
import { useActs, useFound } from './palette-actions.tsx';
import { useSession } from './session.ts';

const documents = [
  { href: '/docs', title: 'Documentation', summary: 'Keys, OAuth, booking, errors and limits, with examples.' },
  { href: '/docs/reference', title: 'API reference', summary: 'Every endpoint of the REST API, to read and to try.' },
  { href: '/graphql', title: 'GraphiQL', summary: 'The GraphQL schema, to explore and to query.' },
];

const pauseMs = 200;

const [store, palette] = createSpotlight();
const isOpened = () => store.getState().opened;
withholdKeysWhile(isOpened);

/** Goes to any page and record, and begins what is done most: ⌘K, Ctrl+K or /. */
export function CommandPalette() {
  const navigate = useNavigate();
  const session = useSession();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  useKeys([
    { key: 'mod + K', title: 'Search, or do something', act: palette.open },
    { key: '/', title: 'Search, or do something', act: palette.open },
  ]);
  useTypedEarly((key) => setTyped((before) => before + key));
  const found = useFound(search, typed.trim());
  useFirstMarked(found.flatMap((group) => group.actions.map(({ id }) => id)).join(' '));
  const actions = [
    ...found,
    { group: 'Actions', actions: useActs(setTyped) },
    ...sections(session).map(({ title, pages }) => ({
      group: title,
      actions: pages
        .flatMap((page) => [page, ...(page.below ?? [])])
        .map(({ to, title: label, summary, icon: Icon }) => ({
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
        onClick={palette.open}
      >
        Search or do…
      </Button>
      <ActionIcon
        className="palette-icon"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Search"
        onClick={palette.open}
      >
        <SearchIcon size={22} />
      </ActionIcon>
      <Spotlight
        store={store}
        actions={actions}
        shortcut={null}
        query={typed}
        onQueryChange={setTyped}
        nothingFound="Nothing found"
        highlightQuery
        scrollable
        searchProps={{
          placeholder: 'A name, a page, or what to do…',
          'aria-label': 'Search',
          maxLength: 200,
          leftSection: <SearchIcon />,
        }}
      />
    </>
  );
}

/**
 * Enter takes the first action, also where the server found it: Spotlight marks the first one after each keystroke, before the
 * server has answered.
 */
function useFirstMarked(foundIds: string): void {
  useEffect(() => {
    const list = document.getElementById(store.getState().listId);
    if (foundIds === '' || !list || store.getState().selected > 0) return;
    list.querySelector('[data-selected]')?.removeAttribute('data-selected');
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [foundIds]);
}

/** What is typed after the keys that open the palette, and before its field has the focus, belongs to it. */
function useTypedEarly(add: (key: string) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (!isOpened() || key.length !== 1 || ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return;
      event.preventDefault();
      add(key);
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  });
}
