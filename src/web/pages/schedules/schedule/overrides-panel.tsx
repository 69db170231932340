import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { CreateOverrideDocument, DeleteOverrideDocument, type OverrideRowFragment } from '../../../gql/overrides.ts';
import type { ScheduleRecordFragment } from '../../../gql/schedule.ts';
import { useAct } from '../../../kit/act.ts';
import { dayOf, dayText, shortDayText } from '../../../kit/days.ts';
import { useDialogs } from '../../../kit/dialogs.tsx';
import { Panel } from '../../../kit/layout.tsx';
import { LateSkeleton, RecordTable } from '../../../kit/list.tsx';
import { type Change, UndoNote } from '../../../kit/messages.tsx';
import { minutesOf, shortSpansText, spansText, weekdayOf } from '../week.ts';
import { Month } from './month.tsx';
import { type AboutDay, OverrideDialog } from './override-dialog.tsx';
import { useOverrides } from './use-overrides.ts';

/** The days on which a schedule has other hours, or none. */
export function OverridesPanel({ schedule }: { readonly schedule: ScheduleRecordFragment }) {
  const overrides = useOverrides(schedule.id);
  const dialogs = useDialogs<'day', AboutDay>();
  const creation = useAct(CreateOverrideDocument);
  const deletion = useAct(DeleteOverrideDocument);
  const [change, setChange] = useState<Change>();
  const heading = useRef<HTMLHeadingElement>(null);
  const today = dayOf(Date.now(), schedule.timeZone);
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
  const changed = (text: string, deleted?: OverrideRowFragment) =>
    setChange({ text, undo: deleted && (() => undo(deleted)) });
  const remove = async (override: OverrideRowFragment) => {
    setChange(undefined);
    creation.forget();
    if ((await deletion.act({ input: { id: override.id } })) === undefined) return;
    changed(`${dayText(override.date, today)} has the hours of its weekday.`, override);
    heading.current?.focus();
  };
  const undo = async ({ date, timings }: OverrideRowFragment) => {
    const times = timings.map(({ startTime, endTime }) => ({ startTime, endTime }));
    const input = { scheduleId: schedule.id, date, timings: times };
    if ((await creation.act({ input })) === undefined) return;
    setChange({ text: `${dayText(date, today)} is as it was.` });
  };
  return (
    <Panel
      title="Days with other hours"
      titleRef={heading}
      summary="Open a day to give it other hours than its weekday, or none."
    >
      <UndoNote problem={deletion.problem ?? creation.problem} isBusy={creation.isBusy} change={change} />
      {overrides ? (
        <div className="overrides">
          <Month today={today} mark={markOf} onOpen={open} />
          <RecordTable
            columns={['Day', 'Hours']}
            hasActions
            label="Days with other hours"
            className="dense"
            rows={coming}
            empty={<p className="hint">Every day to come has the hours of its weekday.</p>}
          >
            {(override) => {
              const day = shortDayText(override.date, today);
              return (
                <tr key={override.id}>
                  <td className="number">{day}</td>
                  <td>{spansText(minutesOf(override.timings))}</td>
                  <td className="actions">
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={`Change ${day}`}
                      onClick={() => open(override.date)}
                    >
                      Change…
                    </Button>
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={`Delete ${day}`}
                      onClick={() => remove(override)}
                    >
                      Delete
                    </Button>
                  </td>
                </tr>
              );
            }}
          </RecordTable>
        </div>
      ) : (
        <LateSkeleton />
      )}
      <OverrideDialog {...dialogs.of('day')} {...{ schedule, today }} onDone={changed} />
    </Panel>
  );
}
