import { Badge, Button, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { MakeDefaultDocument, type ScheduleRowFragment, SchedulesDocument } from '../../gql/schedules.ts';
import { useAct } from '../../kit/act.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { DangerItem } from '../../kit/list/row-menu.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { isHydrating } from '../../kit/now.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { hoursText } from './week.ts';

/** More would make the row several lines high. */
const shownEvents = 2;

const columns: Columns<ScheduleRowFragment> = {
  name: {
    title: 'Schedule',
    text: ({ name }) => name,
    link: ({ id }) => ({ to: '/schedules/$id', params: { id: String(id) } }),
    below: ({ isDefault }) =>
      isDefault && (
        <Badge size="sm" color="gray" ml="xs" title="Used by events without another schedule">
          Default
        </Badge>
      ),
  },
  hours: { title: 'Hours', text: ({ days }) => hoursText(days) },
  zone: { title: 'Time zone', text: ({ timeZone }) => readableZoneName(timeZone), width: '11rem', rank: 2 },
  events: {
    title: 'Used by',
    cell: ({ events, eventId }) => {
      const names = (events ?? []).map(({ name }) => name);
      const more = eventId.length - Math.min(names.length, shownEvents);
      return (
        <span title={names.join(', ')}>
          {names.length === 0 ? (
            <span className="soft">No event</span>
          ) : (
            <bdi>{names.slice(0, shownEvents).join(', ')}</bdi>
          )}
          {more > 0 && <span className="soft"> and {more} more</span>}
        </span>
      );
    },
  },
};

interface SchedulesListProps {
  readonly userId: number;
  readonly onNew: () => void;
  /** Below the list, once it is read: what comes later would push it down. */
  readonly children: ReactNode;
}

/** The schedules of a member: j and k go from one to the next, Enter opens one. */
export function SchedulesList({ userId, onNew, children }: SchedulesListProps) {
  const [all, setAll] = useState<readonly ScheduleRowFragment[]>();
  const dialogs = useDialogs<'delete', ScheduleRowFragment>();
  const { act, problem } = useAct(MakeDefaultDocument);
  useKeys([{ key: 'n', title: 'New schedule', act: onNew }]);
  const makeDefault = async (schedule: ScheduleRowFragment, before?: ScheduleRowFragment) => {
    const data = await act({ input: { id: schedule.id, isDefault: true } });
    if (data === undefined) return;
    notifyDone(`“${schedule.name}” is the default`, before && (() => makeDefault(before)));
  };
  return (
    <>
      <List
        noun="schedule"
        document={SchedulesDocument}
        variables={{ userId }}
        of={({ userAvailabilities }) => userAvailabilities}
        columns={columns}
        nameOf={({ name }) => name}
        onRead={setAll}
        isDense
        head={
          <div className="panel-note">
            <ProblemNote problem={problem} />
          </div>
        }
        menu={(schedule) => (
          <>
            {!schedule.isDefault && (
              <Menu.Item
                onClick={() =>
                  makeDefault(
                    schedule,
                    all?.find(({ isDefault }) => isDefault),
                  )
                }
              >
                Set as default
              </Menu.Item>
            )}
            <DangerItem onClick={() => dialogs.open('delete', schedule)}>Delete…</DangerItem>
          </>
        )}
        empty={{
          title: 'No schedules yet',
          text: 'Create one to say at which hours calls can be booked. Events then offer those times.',
          action: (
            <Button mt="sm" leftSection={<PlusIcon />} onClick={onNew}>
              New schedule
            </Button>
          ),
        }}
      />
      {/* A page that the server drew has all at once. */}
      {(all || isHydrating()) && children}
      <DeleteDialog
        {...dialogs.of('delete')}
        hasOthers={all !== undefined && all.length > 1}
        onDone={({ name }) => {
          notifyDone(`“${name}” is deleted`);
          document.querySelector<HTMLElement>('.row-link')?.focus();
        }}
      />
    </>
  );
}
