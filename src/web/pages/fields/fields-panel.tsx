import { Badge, Menu } from '@mantine/core';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import { problemOf } from '../../app/problem.ts';
import { type EditableFieldFragment, UpdateFieldDocument } from '../../gql/custom-fields.ts';
import { type CustomFieldObjectType, FieldsDocument, OrderFieldsDocument } from '../../gql/fields.ts';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState } from '../../kit/list/empty-state.tsx';
import { ShowMore } from '../../kit/list/paging.tsx';
import { QueryView } from '../../kit/list/query-view.tsx';
import { RowMenu } from '../../kit/list/row-menu.tsx';
import { notifyDone, notifyProblem } from '../../kit/messages.tsx';
import { OrderedList } from '../../kit/ordered-list.tsx';
import { FieldRow } from '../../parts/custom-fields/field-row.tsx';
import { kindNameOf, kindOf } from '../../parts/custom-fields/kinds.ts';
import { recordTitles } from '../../parts/custom-fields/record-titles.ts';
import { usageText } from '../../parts/custom-fields/usage.ts';
import type { useFieldDialogs } from './dialogs.tsx';
import { useOrder } from './use-order.ts';

interface FieldsPanelProps {
  readonly type: CustomFieldObjectType;
  readonly dialogs: ReturnType<typeof useFieldDialogs>;
}

/** The fields of one type of records, in their order. */
export function FieldsPanel({ type, dialogs }: FieldsPanelProps) {
  const [pages, setPages] = useState(1);
  return (
    <Panel title={`Fields of ${recordTitles[type].toLowerCase()}`}>
      {Array.from({ length: pages }, (_, page) => (
        <FieldsPage
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
          key={page}
          {...{ type, dialogs, page }}
          onMore={page === pages - 1 ? () => setPages(pages + 1) : undefined}
        />
      ))}
    </Panel>
  );
}

interface FieldsPageProps extends FieldsPanelProps {
  readonly page: number;
  /** Absent where the next page is shown. */
  readonly onMore: (() => void) | undefined;
}

function FieldsPage({ type, dialogs, page, onMore }: FieldsPageProps) {
  const query = useQuery({ query: FieldsDocument, variables: { type, page }, requestPolicy: 'cache-and-network' });
  return (
    <QueryView query={query}>
      {({ customFields }) => {
        const all = customFields?.data ?? [];
        // The stages have a panel of their own.
        const fields = all.filter(({ isSystemField, type: of }) => !(isSystemField && of === 'CONTACT'));
        if (fields.length === 0 && page === 0) {
          return <EmptyState title="No fields yet">Create one, or ask for it in the form of an event.</EmptyState>;
        }
        return (
          <>
            <FieldList {...{ type, fields, dialogs }} />
            {customFields?.hasMore && onMore && <ShowMore onClick={onMore} />}
          </>
        );
      }}
    </QueryView>
  );
}

interface FieldListProps extends FieldsPanelProps {
  readonly fields: readonly EditableFieldFragment[];
}

function FieldList({ type, fields, dialogs }: FieldListProps) {
  const client = useClient();
  const { rows, move } = useOrder(fields, async (ordered) => {
    const input = { type, ids: ordered.map(({ id }) => id) };
    return (await client.mutation(OrderFieldsDocument, { input }).toPromise()).error;
  });
  const setHidden = async (field: EditableFieldFragment, hidden: boolean) => {
    const { error } = await client.mutation(UpdateFieldDocument, { input: { id: field.id, hidden } }).toPromise();
    if (error) return notifyProblem(problemOf(error));
    notifyDone(`“${field.name}” is ${hidden ? 'hidden' : 'shown'}`, () => setHidden(field, !hidden));
  };
  const hide = (field: EditableFieldFragment) => {
    const { askingEventCount = 0, ruleEventCount = 0 } = field.usage ?? {};
    if (askingEventCount + ruleEventCount > 0) dialogs.open('hidden', { is: 'hidden', field });
    else void setHidden(field, true);
  };
  return (
    <OrderedList
      label={`Fields of ${recordTitles[type].toLowerCase()}`}
      rows={rows}
      keyOf={({ id }) => id}
      nameOf={({ name }) => `“${name}”`}
      onMove={move}
      className="field-list"
      buttons={(field, _, name) => (
        <RowMenu name={name}>
          <Menu.Item onClick={() => dialogs.edit(field.id)}>Edit…</Menu.Item>
          {field.hidden ? (
            <Menu.Item onClick={() => void setHidden(field, false)}>Show</Menu.Item>
          ) : (
            <Menu.Item onClick={() => hide(field)}>Hide{(field.usage?.events ?? []).length > 0 && '…'}</Menu.Item>
          )}
        </RowMenu>
      )}
    >
      {(field) => {
        const { title, icon: Icon } = kindOf(kindNameOf(field));
        return (
          <FieldRow
            icon={<Icon />}
            label={field.name}
            badge={field.hidden && <Badge color="gray">Hidden</Badge>}
            help={field.description}
            facts={[title, field.usage !== null && usageText(field.usage)]}
            onOpen={() => dialogs.edit(field.id)}
          />
        );
      }}
    </OrderedList>
  );
}
