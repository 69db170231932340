import { Button } from '@mantine/core';
import { useRef } from 'react';
import { now } from '../../app/beginning.ts';
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
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { useOpenedByAddress } from '../../kit/opened-by-address.ts';
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
  useOpenedByAddress((name) => {
    if (name === 'time-off') dialogs.open('edit', {});
    return name === 'time-off';
  });
  const text = (row: TimeOffRowFragment) => offText(row, timeZone, dayOf(now(), timeZone));
  const remove = async (row: TimeOffRowFragment) => {
    creation.forget();
    if ((await deletion.act({ input: { id: row.id } })) === undefined) return;
    notifyDone(`${text(row)} is deleted`, () => undo(row));
    heading.current?.focus();
  };
  const undo = async (deleted: TimeOffRowFragment) => {
    const { startTime, endTime } = deleted;
    if ((await creation.act({ input: { userId, startTime, endTime } })) === undefined) return;
    notifyDone(`${text(deleted)} is restored`);
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
            <ProblemNote problem={deletion.problem ?? creation.problem} />
          </div>
        }
        actions={(row) => (
          <>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Change ${text(row)}`}
              onClick={() => dialogs.open('edit', { timeOff: row })}
            >
              Change…
            </Button>
            <Button variant="subtle" size="compact-sm" aria-label={`Delete ${text(row)}`} onClick={() => remove(row)}>
              Delete
            </Button>
          </>
        )}
        empty={{ title: 'No time off', text: 'Block holidays and days out, so that nobody books them.' }}
      />
      <TimeOffDialog {...dialogs.of('edit')} {...{ userId, timeZone }} onDone={notifyDone} />
    </>
  );
}
