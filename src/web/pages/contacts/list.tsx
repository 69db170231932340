import { Badge, Button } from '@mantine/core';
import { ContactsDocument, type ContactsQuery } from '../../gql/contacts.ts';
import type { FilteredView } from '../../kit/filters/use-filtered-view.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { QueryView } from '../../kit/list/query-view.tsx';
import { Moment } from '../../kit/moment.tsx';
import type { ContactFields, useContactFieldsQuery } from '../../parts/answers/fields.ts';
import { contactName, statusTitles } from '../../parts/contacts.ts';
import { memberName } from '../../parts/members.ts';
import { type ContactsSearch, noStage } from './search.ts';
import { SelectionBar } from './selection-bar.tsx';

export type Contact = NonNullable<ContactsQuery['contacts']>['contacts'][number];

export interface ContactsProps {
  readonly view: FilteredView;
  readonly search: ContactsSearch;
  /** Undefined until they are there. */
  readonly fields: ContactFields | undefined;
  readonly fieldsQuery: ReturnType<typeof useContactFieldsQuery>['query'];
  /** The preview id of the contact that is open beside the list. */
  readonly openId: string | undefined;
}

/** What the list reads, and a file of it has. */
export const contactsOf = (fields: ContactFields | undefined) => ({
  noun: 'contact',
  document: ContactsDocument,
  of: ({ contacts }: ContactsQuery) => contacts,
  columns: contactColumns(fields?.stage?.id),
});

/** The columns of contacts. `stageId` is that of the field of stages. */
function contactColumns(stageId: number | undefined): Columns<Contact> {
  return {
    name: {
      title: 'Name',
      text: contactName,
      link: ({ previewId }) => ({ to: '/contacts/$previewId', params: { previewId }, search: (before) => before }),
    },
    stage: {
      title: 'Stage',
      text: ({ customFieldAnswers }) =>
        customFieldAnswers?.find(({ customFieldId }) => customFieldId === stageId)?.answer[0],
      width: '12%',
    },
    status: {
      title: 'Status',
      text: ({ status }) => statusTitles[status],
      cell: ({ status }) =>
        status !== 'POTENTIAL' && (
          <Badge color={status === 'QUALIFIED' ? 'green' : 'gray'}>{statusTitles[status]}</Badge>
        ),
      width: '8rem',
      card: 'corner',
    },
    owner: { title: 'Owner', text: ({ ownerMember }) => ownerMember && memberName(ownerMember), width: '14%', rank: 2 },
    setter: {
      title: 'Setter',
      text: ({ setter }) => setter && memberName(setter),
      width: '14%',
      rank: 3,
      isOptional: true,
    },
    email: { title: 'Email', text: ({ email }) => email, width: '22%', rank: 3 },
    phone: { title: 'Phone', text: ({ phoneNumber }) => phoneNumber, width: '10rem', rank: 3, isOptional: true },
    created: {
      title: 'Created',
      sort: 'createdAt',
      text: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Moment at={createdAt} />,
      width: '8rem',
      rank: 3,
      isOptional: true,
    },
    changed: {
      title: 'Changed',
      sort: 'updatedAt',
      text: ({ updatedAt }) => updatedAt,
      cell: ({ updatedAt }) => <Moment at={updatedAt} />,
      width: '8rem',
      rank: 2,
    },
  };
}

interface ContactsListProps extends ContactsProps {
  readonly onNew: () => void;
}

/** The contacts that fit the filters; x selects one. */
export function ContactsList({ view, search, fields, fieldsQuery, openId, onNew }: ContactsListProps) {
  // Without the id of the field the list would be of all contacts for a moment.
  if (search.stages === noStage && !fields) return <QueryView query={fieldsQuery}>{() => null}</QueryView>;
  return (
    <List
      {...contactsOf(fields)}
      view={view}
      keyOf={({ previewId }) => previewId}
      nameOf={contactName}
      openKey={openId}
      isDense
      // Rows would grow once the stage of each is known. Without the fields there are rows without a stage.
      isReady={fields !== undefined || !fieldsQuery[0].fetching}
      selection={(selection) => <SelectionBar {...{ selection, fields }} variables={view.variables} />}
      empty={{
        title: 'No contacts yet',
        text: 'Anyone who books a call or fills in the form of an event becomes a contact. You can also add contacts yourself.',
        action: (
          <Button mt="xs" leftSection={<PlusIcon />} onClick={onNew}>
            Add contact
          </Button>
        ),
      }}
    />
  );
}
