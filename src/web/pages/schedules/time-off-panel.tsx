import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useQuery } from 'urql';
import {
  CreateTimeOffDocument,
  DeleteTimeOffDocument,
  type TimeOffRowFragment,
  TimeOffsDocument,
} from '../../gql/time-off.ts';
import { useAct } from '../../kit/act.ts';
import { dayOf, startOfDay } from '../../kit/days.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState, type ListPage, PagedList, QueryView, RecordTable, useReportedCursor } from '../../kit/list.tsx';
import { type Change, UndoNote } from '../../kit/messages.tsx';
import { offText } from './off-time.ts';
import { TimeOffDialog } from './time-off-dialog.tsx';

interface TimeOffPanelProps {
  readonly userId: number;
  readonly timeZone: string;
}

/** When the member takes no calls, whatever the schedules say: what is not over yet. */
export function TimeOffPanel({ userId, timeZone }: TimeOffPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const dialogs = useDialogs<'edit', { readonly timeOff?: TimeOffRowFragment }>();
  const deletion = useAct(DeleteTimeOffDocument);
  const creation = useAct(CreateTimeOffDocument);
  const [change, setChange] = useState<Change>();
  const text = (row: TimeOffRowFragment) => offText(row, timeZone, dayOf(Date.now(), timeZone));
  const remove = async (row: TimeOffRowFragment) => {
    setChange(undefined);
    creation.forget();
    if ((await deletion.act({ input: { id: row.id } })) === undefined) return;
    setChange({ text: `${text(row)} is deleted.`, undo: () => undo(row) });
    heading.current?.focus();
  };
  const undo = async (deleted: TimeOffRowFragment) => {
    const { startTime, endTime } = deleted;
    if ((await creation.act({ input: { userId, startTime, endTime } })) === undefined) return;
    setChange({ text: `${text(deleted)} is entered again.` });
  };
  return (
    <Panel
      padded={false}
      title="Time off"
      titleRef={heading}
      summary="No calls can be booked then, whatever the schedules say."
      actions={
        <Button variant="default" leftSection={<PlusIcon />} onClick={() => dialogs.open('edit', {})}>
          Enter time off
        </Button>
      }
    >
      <div className="schedules-note">
        <UndoNote problem={deletion.problem ?? creation.problem} isBusy={creation.isBusy} change={change} />
      </div>
      <PagedList>
        {(page) => (
          <TimeOffPart
            {...{ page, userId, timeZone, text }}
            onEdit={(timeOff) => dialogs.open('edit', { timeOff })}
            onDelete={remove}
          />
        )}
      </PagedList>
      <TimeOffDialog {...dialogs.of('edit')} {...{ userId, timeZone }} onDone={(said) => setChange({ text: said })} />
    </Panel>
  );
}

interface TimeOffPartProps extends TimeOffPanelProps {
  readonly page: ListPage;
  readonly text: (row: TimeOffRowFragment) => string;
  readonly onEdit: (row: TimeOffRowFragment) => void;
  readonly onDelete: (row: TimeOffRowFragment) => void;
}

function TimeOffPart({ page, userId, timeZone, text, onEdit, onDelete }: TimeOffPartProps) {
  // The same instant all day, so that the query stays the same.
  const from = new Date(startOfDay(dayOf(Date.now(), timeZone), timeZone)).toISOString();
  const query = useQuery({ query: TimeOffsDocument, variables: { userId, from, cursor: page.cursor } });
  useReportedCursor(page, query[0].data?.timeOffs?.nextCursor);
  return (
    <QueryView query={query}>
      {({ timeOffs }) => (
        <RecordTable
          columns={['When']}
          hasActions
          label="Time off"
          className="dense"
          isContinued={page.index > 0}
          rows={timeOffs?.timeOffs ?? []}
          empty={<EmptyState title="No time off">Enter holidays and days out, so that nobody books them.</EmptyState>}
        >
          {(row) => (
            <tr key={row.id}>
              <td className="number">{text(row)}</td>
              <td className="actions">
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Change ${text(row)}`}
                  onClick={() => onEdit(row)}
                >
                  Change…
                </Button>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Delete ${text(row)}`}
                  onClick={() => onDelete(row)}
                >
                  Delete
                </Button>
              </td>
            </tr>
          )}
        </RecordTable>
      )}
    </QueryView>
  );
}
