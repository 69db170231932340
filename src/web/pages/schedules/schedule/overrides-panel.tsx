import { useRef } from 'react';
import { CreateOverrideDocument, DeleteOverrideDocument, type OverrideRowFragment } from '../../../gql/overrides.ts';
import type { ScheduleRecordFragment } from '../../../gql/schedule.ts';
import { useActs } from '../../../kit/act.ts';
import { dayOf, dayText, shortDayText } from '../../../kit/days.ts';
import { useDialogs } from '../../../kit/dialogs.tsx';
import { Panel } from '../../../kit/layout.tsx';
import type { Columns } from '../../../kit/list/columns.ts';
import { LateSkeleton } from '../../../kit/list/query-view.tsx';
import { RecordTable } from '../../../kit/list/table.tsx';
import { notifyDone, ProblemNote } from '../../../kit/messages.tsx';
import { now } from '../../../kit/now.ts';
import { ChangeOrDelete } from '../change-or-delete.tsx';
import { minutesOf, shortSpansText, spansText, weekdayOf } from '../week.ts';
import { Month } from './month.tsx';
import { type AboutDay, OverrideDialog } from './override-dialog.tsx';
import { useOverrides } from './use-overrides.ts';

/** The days on which a schedule has other hours, or none. */
export function OverridesPanel({ schedule }: { readonly schedule: ScheduleRecordFragment }) {
  const overrides = useOverrides(schedule.id);
  const dialogs = useDialogs<'day', AboutDay>();
  const { act, problem } = useActs();
  const heading = useRef<HTMLHeadingElement>(null);
  const today = dayOf(now(), schedule.timeZone);
  const byDay = new Map(overrides?.map((override) => [override.date, override]));
  const coming = (overrides ?? []).filter(({ date }) => date >= today);
  const open = (day: string) => dialogs.open('day', { day, override: byDay.get(day) });
  const markOf = (day: string) => {
    const override = byDay.get(day);
    const usual = schedule.days.find(({ name }) => name === weekdayOf(day))?.timings ?? [];
    const minutes = minutesOf(override?.timings ?? usual);
    return {
      text: override ? `${spansText(minutes)} on this day` : spansText(minutes),
      isMarked: override !== undefined,
      shown: override ? shortSpansText(minutes) : undefined,
    };
  };
  const changed = (text: string, deleted?: OverrideRowFragment) => notifyDone(text, deleted && (() => undo(deleted)));
  const remove = async (override: OverrideRowFragment) => {
    if (!(await act(DeleteOverrideDocument, { input: { id: override.id } }))) return;
    changed(`${dayText(override.date, today)} has its weekly hours again`, override);
    heading.current?.focus();
  };
  const undo = async ({ date, timings }: OverrideRowFragment) => {
    const times = timings.map(({ startTime, endTime }) => ({ startTime, endTime }));
    const input = { scheduleId: schedule.id, date, timings: times };
    if (await act(CreateOverrideDocument, { input })) notifyDone(`${dayText(date, today)} is restored`);
  };
  const dayOfRow = ({ date }: OverrideRowFragment) => shortDayText(date, today);
  const columns: Columns<OverrideRowFragment> = {
    day: { title: 'Day', text: dayOfRow, className: 'number' },
    hours: { title: 'Hours', text: ({ timings }) => spansText(minutesOf(timings)) },
  };
  return (
    <Panel title="Date overrides" titleRef={heading} summary="Choose a date to change its hours, or to take it off.">
      <ProblemNote problem={problem} />
      {overrides ? (
        <div className="overrides">
          <Month today={today} mark={markOf} onOpen={open} />
          {coming.length === 0 ? (
            <p className="hint">No upcoming date has its own hours.</p>
          ) : (
            <RecordTable
              columns={columns}
              label="Date overrides"
              isDense
              rows={coming}
              keyOf={({ id }) => id}
              actions={(override) => (
                <ChangeOrDelete
                  of={dayOfRow(override)}
                  onChange={() => open(override.date)}
                  onDelete={() => remove(override)}
                />
              )}
            />
          )}
        </div>
      ) : (
        <LateSkeleton />
      )}
      <OverrideDialog {...dialogs.of('day')} {...{ schedule, today }} onDone={changed} />
    </Panel>
  );
}
