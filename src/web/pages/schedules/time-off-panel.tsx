import { Button } from '@mantine/core';
import { useRef } from 'react';
import {
  CreateTimeOffDocument,
  DeleteTimeOffDocument,
  type TimeOffRowFragment,
  TimeOffsDocument,
} from '../../gql/time-off.ts';
import { useActs } from '../../kit/act.ts';
import { dayOf, startOfDay } from '../../kit/days.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { now } from '../../kit/now.ts';
import { useOpenedByAddress } from '../../kit/opened-by-address.ts';
import { ChangeOrDelete } from './change-or-delete.tsx';
import { offText } from './off-time.ts';
import { TimeOffDialog } from './time-off-dialog.tsx';

/** When the member takes no calls, whatever the schedules say: what is not over yet. */
export function TimeOffPanel({ userId, timeZone }: { readonly userId: number; readonly timeZone: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const dialogs = useDialogs<'edit', { readonly timeOff?: TimeOffRowFragment }>();
  const { act, problem } = useActs();
  useOpenedByAddress((name) => {
    if (name === 'time-off') dialogs.open('edit', {});
    return name === 'time-off';
  });
  const text = (row: TimeOffRowFragment) => offText(row, timeZone, dayOf(now(), timeZone));
  const remove = async (row: TimeOffRowFragment) => {
    if (!(await act(DeleteTimeOffDocument, { input: { id: row.id } }))) return;
    notifyDone(`${text(row)} is deleted`, () => undo(row));
    heading.current?.focus();
  };
  const undo = async (deleted: TimeOffRowFragment) => {
    const { startTime, endTime } = deleted;
    const input = { userId, startTime, endTime };
    if (await act(CreateTimeOffDocument, { input })) notifyDone(`${text(deleted)} is restored`);
  };
  // The same instant all day, so that the query stays the same.
  const from = new Date(startOfDay(dayOf(now(), timeZone), timeZone)).toISOString();
  const columns: Columns<TimeOffRowFragment> = { when: { title: 'When', text, className: 'number' } };
  return (
    <>
      <List
        noun="time off"
        label="Time off"
        document={TimeOffsDocument}
        variables={{ userId, from }}
        of={({ timeOffs }) => timeOffs}
        columns={columns}
        isDense
        panel={{
          title: 'Time off',
          titleRef: heading,
          summary: 'No calls can be booked then, whatever the schedules say.',
          actions: (
            <Button variant="default" leftSection={<PlusIcon />} onClick={() => dialogs.open('edit', {})}>
              Block time
            </Button>
          ),
        }}
        head={
          <div className="panel-note">
            <ProblemNote problem={problem} />
          </div>
        }
        actions={(row) => (
          <ChangeOrDelete
            of={text(row)}
            onChange={() => dialogs.open('edit', { timeOff: row })}
            onDelete={() => remove(row)}
          />
        )}
        empty={{ title: 'No time off', text: 'Block holidays and days out, so that nobody books them.' }}
      />
      <TimeOffDialog {...dialogs.of('edit')} {...{ userId, timeZone }} />
    </>
  );
}
