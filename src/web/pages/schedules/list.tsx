import { Badge, Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { UseQueryResponse } from 'urql';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import {
  MakeDefaultDocument,
  type ScheduleRowFragment,
  type SchedulesQuery,
  type SchedulesQueryVariables,
} from '../../gql/schedules.ts';
import { useAct } from '../../kit/act.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState, QueryView, RecordTable, RowMenu } from '../../kit/list.tsx';
import { type Change, UndoNote } from '../../kit/messages.tsx';
import { useRowKeys } from '../../kit/row-keys.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { hoursText } from './week.ts';

interface SchedulesListProps {
  readonly query: UseQueryResponse<SchedulesQuery, SchedulesQueryVariables>;
  readonly onNew: () => void;
}

/** The schedules of a member: j and k go from one to the next, Enter opens one. */
export function SchedulesList({ query, onNew }: SchedulesListProps) {
  const dialogs = useDialogs<'delete', ScheduleRowFragment>();
  const { act, isBusy, problem } = useAct(MakeDefaultDocument);
  const [change, setChange] = useState<Change>();
  const list = useRowKeys({ name: 'schedule' });
  const all = query[0].data?.userAvailabilities ?? [];
  useKeys([{ key: 'n', title: 'New schedule', act: onNew }]);
  const makeDefault = async (schedule: ScheduleRowFragment, before?: ScheduleRowFragment) => {
    setChange(undefined);
    const data = await act({ input: { id: schedule.id, isDefault: true } });
    if (data === undefined) return;
    setChange({ text: `“${schedule.name}” is the default.`, undo: before && (() => makeDefault(before)) });
  };
  return (
    <Panel padded={false}>
      <div className="schedules-note">
        <UndoNote {...{ problem, isBusy, change }} />
      </div>
      <div ref={list}>
        <QueryView query={query}>
          {({ userAvailabilities }) => (
            <RecordTable
              columns={['Schedule', 'Hours', 'Time zone', 'Used by']}
              hasActions
              label="Schedules"
              className="dense schedules"
              rows={userAvailabilities ?? []}
              empty={
                <EmptyState
                  title="No schedules yet"
                  action={
                    <Button mt="sm" leftSection={<PlusIcon />} onClick={onNew}>
                      New schedule
                    </Button>
                  }
                >
                  Make one to say at which hours calls can be booked. Events then offer those times.
                </EmptyState>
              }
            >
              {(schedule) => (
                <ScheduleLine
                  key={schedule.id}
                  schedule={schedule}
                  onDefault={() =>
                    makeDefault(
                      schedule,
                      all.find(({ isDefault }) => isDefault),
                    )
                  }
                  onDelete={() => dialogs.open('delete', schedule)}
                />
              )}
            </RecordTable>
          )}
        </QueryView>
      </div>
      <DeleteDialog
        {...dialogs.of('delete')}
        hasOthers={all.length > 1}
        onDone={({ name }) => {
          setChange({ text: `“${name}” is deleted.` });
          list.current?.querySelector<HTMLElement>('.row-link')?.focus();
        }}
      />
    </Panel>
  );
}

interface ScheduleLineProps {
  readonly schedule: ScheduleRowFragment;
  readonly onDefault: () => void;
  readonly onDelete: () => void;
}

/** More would make the row several lines high. */
const shownEvents = 2;

function ScheduleLine({ schedule, onDefault, onDelete }: ScheduleLineProps) {
  const { id, name, timeZone, isDefault, days } = schedule;
  const events = schedule.events ?? [];
  const names = events.slice(0, shownEvents).map((event) => event.name);
  const more = schedule.eventId.length - names.length;
  return (
    <tr className="row-with-link">
      <td>
        <div className="schedule-title">
          <Link className="row-link" to="/schedules/$id" params={{ id: `${id}` }}>
            <bdi>{name}</bdi>
          </Link>
          {isDefault && (
            <Badge size="sm" color="gray" title="Events take it where none is chosen">
              Default
            </Badge>
          )}
        </div>
      </td>
      <td className="schedule-hours">{hoursText(days)}</td>
      <td>{readableZoneName(timeZone)}</td>
      <td className="schedule-events" title={events.map((event) => event.name).join(', ')}>
        {events.length === 0 ? <span className="soft">No event</span> : <bdi>{names.join(', ')}</bdi>}
        {more > 0 && <span className="soft"> and {more} more</span>}
      </td>
      <td className="actions">
        <RowMenu name={name}>
          {!isDefault && <Menu.Item onClick={onDefault}>Make it the default</Menu.Item>}
          <Menu.Item color="red" onClick={onDelete}>
            Delete…
          </Menu.Item>
        </RowMenu>
      </td>
    </tr>
  );
}
