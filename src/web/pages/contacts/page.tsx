import { Button, Group, SegmentedControl } from '@mantine/core';
import { getRouteApi, useMatch, useNavigate } from '@tanstack/react-router';
import { useDialogs } from '../../kit/dialogs.tsx';
import { ListFilters } from '../../kit/filters/list-filters.tsx';
import { useFilteredView } from '../../kit/filters/use-filtered-view.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { PageHeader } from '../../kit/layout.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { ListMenu } from '../../kit/list/list-menu.tsx';
import { LateSkeleton } from '../../kit/list/query-view.tsx';
import { useOpenedByAddress } from '../../kit/opened-by-address.ts';
import { ListAndRecord } from '../../kit/record.tsx';
import { useContactFieldsQuery } from '../../parts/answers/fields.ts';
import { ContactsList, contactsOf } from './list.tsx';
import { NewContactDialog } from './new-dialog.tsx';
import { contactFilters, listFilters, noStage, withoutStage } from './search.ts';
import './contacts.css';

const ContactBoard = lazyPart(() => import('./board.tsx'), 'ContactBoard', <LateSkeleton />);

const views = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
];

const route = getRouteApi('/contacts');

/** The contacts as a list or by their stage, and beside them the one that is open. */
export function ContactsPage() {
  const search = route.useSearch();
  const { fields, query: fieldsQuery } = useContactFieldsQuery();
  const open = useMatch({ from: '/contacts/$previewId', shouldThrow: false });
  const dialogs = useDialogs<'new', object>();
  const add = () => dialogs.open('new', {});
  useKeys([{ key: 'n', title: 'Add contact', act: add }]);
  useOpenedByAddress((name) => {
    if (name === 'new') add();
    return name === 'new';
  });
  const navigate = useNavigate();
  const isBoard = search.view === 'board';
  const view = useFilteredView(contactFilters, search, {
    without: isBoard ? ['stages', ...listFilters] : [],
    sort: '-createdAt',
    variables: !isBoard && search.stages === noStage ? withoutStage(fields?.stage?.id) : undefined,
  });
  const show = (shown: string) =>
    navigate({
      to: '.',
      search: (before) => ({ ...before, view: shown === 'board' ? shown : undefined }),
      resetScroll: false,
    });
  const stages = [
    ...(fields?.stage?.options ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    { value: noStage, label: 'No stage' },
  ];
  const shown = { view, search, fields, fieldsQuery, openId: open?.params.previewId };
  return (
    <>
      <PageHeader
        title="Contacts"
        actions={
          <Group gap="sm">
            <SegmentedControl aria-label="View" data={views} value={search.view ?? 'list'} onChange={show} />
            <Button leftSection={<PlusIcon />} onClick={add}>
              Add contact
            </Button>
          </Group>
        }
      />
      <ListAndRecord isOpen={open !== undefined}>
        <ListFilters
          view={view}
          options={{ stages }}
          after={!isBoard && <ListMenu view={view} {...contactsOf(fields)} />}
        />
        {isBoard ? <ContactBoard key={JSON.stringify(search)} {...shown} /> : <ContactsList {...shown} onNew={add} />}
      </ListAndRecord>
      <NewContactDialog {...dialogs.of('new')} />
    </>
  );
}
