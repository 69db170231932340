import { Badge, Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { ContactsDocument, type ContactsQuery } from '../../gql/contacts.ts';
import { countOf } from '../../kit/counts.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/layout.tsx';
import {
  EmptyState,
  LateSkeleton,
  type ListPage,
  PagedList,
  QueryView,
  RecordTable,
  useReportedCursor,
} from '../../kit/list.tsx';
import { Moment } from '../../kit/moment.tsx';
import { useRowKeys } from '../../kit/row-keys.ts';
import type { ContactFields, useContactFieldsQuery } from '../../parts/answers/fields.ts';
import { contactName, statusTitles } from '../../parts/contacts.ts';
import { memberName } from '../../parts/members.ts';
import { type ContactsSearch, hasFilters, noStage, pageSize, variablesOf } from './search.ts';
import { SelectionBar } from './selection-bar.tsx';

export type Contact = NonNullable<ContactsQuery['contacts']>['contacts'][number];

export interface ContactsProps {
  readonly search: ContactsSearch;
  /** Undefined until they are there. */
  readonly fields: ContactFields | undefined;
  readonly fieldsQuery: ReturnType<typeof useContactFieldsQuery>['query'];
  /** The preview id of the contact that is open beside the list. */
  readonly openId: string | undefined;
}

interface ContactsListProps extends ContactsProps {
  /** Enters a new one. */
  readonly onNew: () => void;
}

/** The contacts that fit the filters: j and k go from one to the next, Enter opens one, x selects it. */
export function ContactsList({ search, fields, fieldsQuery, openId, onNew }: ContactsListProps) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [count, setCount] = useState(0);
  const toggle = (id: number) =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const toggleRow = (previewId: string) =>
    document.querySelector<HTMLInputElement>(`input[data-select="${CSS.escape(previewId)}"]`)?.click();
  const list = useRowKeys({ name: 'contact', openId, more: [{ key: 'x', title: 'Select it', act: toggleRow }] });
  const variables = variablesOf(search, fields?.stage?.id);
  // Without the id of the field the list would be of all contacts for a moment.
  if (search.stages === noStage && !fields) return <QueryView query={fieldsQuery}>{() => null}</QueryView>;
  return (
    <>
      {selected.size > 0 && <SelectionBar {...{ selected, setSelected, count, variables, fields }} />}
      <Panel padded={false}>
        <div ref={list}>
          <PagedList filter={JSON.stringify(variables)}>
            {(page) => (
              <ContactsPart
                {...{ page, search, fields, fieldsQuery, openId, variables, selected, toggle, onNew }}
                onCount={setCount}
              />
            )}
          </PagedList>
        </div>
      </Panel>
    </>
  );
}

interface ContactsPartProps extends ContactsListProps {
  readonly page: ListPage;
  readonly variables: ReturnType<typeof variablesOf>;
  readonly selected: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
  readonly onCount: (count: number) => void;
}

function ContactsPart(props: ContactsPartProps) {
  const { page, search, fields, fieldsQuery, openId, variables, selected, toggle, onCount, onNew } = props;
  const query = useQuery({
    query: ContactsDocument,
    variables: { ...variables, limit: pageSize, cursor: page.cursor },
  });
  const [{ fetching }] = fieldsQuery;
  // Rows would grow once the stage of each is known. Without the fields there are rows without a stage.
  const areFieldsRead = fields !== undefined || !fetching;
  const found = query[0].data?.contacts;
  useReportedCursor(page, areFieldsRead ? found?.nextCursor : undefined);
  const count = found?.count;
  useEffect(() => {
    if (count !== undefined && page.index === 0) onCount(count);
  }, [count, page.index, onCount]);
  return (
    <QueryView query={query}>
      {({ contacts }) => {
        if (!areFieldsRead) return <LateSkeleton rows={8} />;
        const rows = contacts?.contacts ?? [];
        return (
          <>
            {page.index === 0 && rows.length > 0 && (
              <p className="list-count" role="status">
                {countOf(contacts?.count ?? 0, 'contact')}
              </p>
            )}
            <RecordTable
              hasSelection
              columns={['Name', 'Stage', 'Status', 'Owner', 'Reached at', 'Changed']}
              label="Contacts"
              className="dense contacts"
              isContinued={page.index > 0}
              rows={rows}
              empty={<NoContacts search={search} onNew={onNew} />}
            >
              {(contact) => (
                <ContactRow
                  key={contact.id}
                  {...{ contact, search }}
                  stageId={fields?.stage?.id}
                  isOpen={contact.previewId === openId}
                  isSelected={selected.has(contact.id)}
                  onToggle={() => toggle(contact.id)}
                />
              )}
            </RecordTable>
          </>
        );
      }}
    </QueryView>
  );
}

function NoContacts({ search, onNew }: Pick<ContactsListProps, 'search' | 'onNew'>) {
  if (hasFilters(search))
    return <EmptyState title="No contact fits these filters">Choose others, or clear them.</EmptyState>;
  return (
    <EmptyState
      title="No contacts yet"
      action={
        <Button mt="xs" leftSection={<PlusIcon />} onClick={onNew}>
          New contact
        </Button>
      }
    >
      Whoever books a call or fills in the form of an event becomes a contact. You can enter one yourself, too.
    </EmptyState>
  );
}

interface ContactRowProps {
  readonly contact: Contact;
  readonly search: ContactsSearch;
  /** The id of the field of stages. */
  readonly stageId: number | undefined;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
}

function ContactRow({ contact, search, stageId, isOpen, isSelected, onToggle }: ContactRowProps) {
  const { previewId, email, phoneNumber, status, ownerMember, updatedAt } = contact;
  const name = contactName(contact);
  const stage = contact.customFieldAnswers?.find(({ customFieldId }) => customFieldId === stageId)?.answer[0];
  return (
    <tr className="row-with-link" data-open={isOpen || undefined}>
      <td className="select-cell">
        <Checkbox
          size="xs"
          aria-label={`Select ${name}`}
          data-select={previewId}
          checked={isSelected}
          onChange={onToggle}
        />
      </td>
      <td>
        <Link
          className="row-link"
          to="/contacts/$previewId"
          params={{ previewId }}
          search={search}
          data-id={previewId}
          resetScroll={false}
          aria-current={isOpen || undefined}
        >
          <bdi>{name}</bdi>
        </Link>
      </td>
      <td>{stage && <bdi>{stage}</bdi>}</td>
      <td>
        {status !== 'POTENTIAL' && (
          <Badge color={status === 'QUALIFIED' ? 'green' : 'gray'}>{statusTitles[status]}</Badge>
        )}
      </td>
      <td>{ownerMember && <bdi>{memberName(ownerMember)}</bdi>}</td>
      <td title={email ?? undefined}>{email ?? phoneNumber}</td>
      <td className="soft">
        <Moment at={updatedAt} />
      </td>
    </tr>
  );
}
