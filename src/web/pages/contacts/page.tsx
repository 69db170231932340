import { Button } from '@mantine/core';
import { getRouteApi, useMatch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useDialogs } from '../../kit/dialogs.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { PageHeader } from '../../kit/layout.tsx';
import { LateSkeleton } from '../../kit/list.tsx';
import { ListAndRecord } from '../../kit/record.tsx';
import { useContactFieldsQuery } from '../../parts/answers/fields.ts';
import { ContactFilters } from './filters.tsx';
import { ContactsList } from './list.tsx';
import { NewContactDialog } from './new-dialog.tsx';
import './contacts.css';

const ContactBoard = lazy(async () => ({ default: (await import('./board.tsx')).ContactBoard }));

const route = getRouteApi('/contacts');

/** The contacts as a list or by their stage, and beside them the one that is open. */
export function ContactsPage() {
  const search = route.useSearch();
  const { fields, query: fieldsQuery } = useContactFieldsQuery();
  const open = useMatch({ from: '/contacts/$previewId', shouldThrow: false });
  const dialogs = useDialogs<'new', object>();
  const add = () => dialogs.open('new', {});
  useKeys([{ key: 'n', title: 'New contact', act: add }]);
  const shown = { search, fields, fieldsQuery, openId: open?.params.previewId };
  return (
    <>
      <PageHeader
        title="Contacts"
        summary="Everybody whom the team talks to, or wants to."
        actions={
          <Button leftSection={<PlusIcon />} onClick={add}>
            New contact
          </Button>
        }
      />
      <ListAndRecord isOpen={open !== undefined}>
        <ContactFilters search={search} fields={fields} />
        <Suspense fallback={<LateSkeleton />}>
          {search.view === 'board' ? <ContactBoard {...shown} /> : <ContactsList {...shown} onNew={add} />}
        </Suspense>
      </ListAndRecord>
      <NewContactDialog {...dialogs.of('new')} />
    </>
  );
}
