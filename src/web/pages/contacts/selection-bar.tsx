import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import type { OperationResult } from 'urql';
import { client } from '../../app/client.ts';
import { type Problem, problemOf } from '../../app/problem.ts';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { ContactIdsDocument, type ContactIdsQuery, type ContactsQueryVariables } from '../../gql/contacts.ts';
import { countOf } from '../../kit/counts.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import type { Selection } from '../../kit/list/list.tsx';
import { ProblemNote } from '../../kit/messages.tsx';
import type { ContactFields } from '../../parts/answers/fields.ts';

const MergeDialog = lazyPart(() => import('./merge/dialog.tsx'), 'MergeDialog');
const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'), 'BulkDialog');

interface SelectionBarProps {
  readonly selection: Selection;
  readonly variables: Omit<ContactsQueryVariables, 'cursor' | 'limit'>;
  readonly fields: ContactFields | undefined;
}

/** What can be done with the contacts that are selected. */
export function SelectionBar({ selection, variables, fields }: SelectionBarProps) {
  const { ids: selected, set: setSelected, count } = selection;
  const dialogs = useDialogs<'bulk' | 'merge', { readonly ids: readonly number[] }>();
  const isLead = isTeamLead(useSession());
  const [contactId, mergedContactId] = dialogs.of('merge').about?.ids ?? [];
  const [read, setRead] = useState<number>();
  const [problem, setProblem] = useState<Problem>();
  const selectAll = async () => {
    setProblem(undefined);
    // By their creation, which is the order without another, no contact moves to another page meanwhile.
    const { orderColumn: _, orderBy: __, ...filters } = variables;
    const ids = new Set<number>();
    let cursor: string | null = 'start';
    while (cursor !== null) {
      setRead(ids.size);
      const answer: OperationResult<ContactIdsQuery> = await client
        .query(ContactIdsDocument, { ...filters, cursor }, { requestPolicy: 'network-only' })
        .toPromise();
      const page = answer.data?.contacts;
      if (answer.error || !page) {
        setRead(undefined);
        return setProblem(answer.error && problemOf(answer.error));
      }
      for (const { id } of page.contacts) ids.add(id);
      cursor = page.nextCursor ?? null;
    }
    setRead(undefined);
    setSelected(ids);
  };
  return (
    <Paper
      component="section"
      aria-label="Selection"
      withBorder
      radius="md"
      px="sm"
      py="xs"
      mb="sm"
      pos="sticky"
      top="calc(60px + 0.5rem)"
      style={{ zIndex: 3 }}
    >
      <Group gap="sm">
        <Text size="sm" role="status">
          {countOf(selected.size, 'contact')} selected
        </Text>
        <Button size="xs" disabled={!fields} onClick={() => dialogs.open('bulk', { ids: [...selected] })}>
          Set a field…
        </Button>
        {isLead && selected.size === 2 && (
          <Button size="xs" variant="default" onClick={() => dialogs.open('merge', { ids: [...selected] })}>
            Merge…
          </Button>
        )}
        {count > selected.size && (
          <Button size="xs" variant="default" disabled={read !== undefined} onClick={selectAll}>
            {read === undefined ? `Select all ${count}` : `Reading: ${read} of ${count}`}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={() => setSelected(new Set())}>
          Clear selection
        </Button>
      </Group>
      <ProblemNote problem={problem} onRetry={selectAll} />
      {contactId !== undefined && (
        <MergeDialog
          {...dialogs.of('merge')}
          about={{ contactId, mergedContactId }}
          onDone={() => setSelected(new Set())}
        />
      )}
      {fields && <BulkDialog {...dialogs.of('bulk')} fields={fields} onDone={() => setSelected(new Set())} />}
    </Paper>
  );
}
