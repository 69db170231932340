import './editor.css';
import { Text, TextInput } from '@mantine/core';
import { SaveScheduleDocument, ScheduleDocument, type ScheduleRecordFragment } from '../../../gql/schedule.ts';
import { Panel } from '../../../kit/layout.tsx';
import { useRecordForm } from '../../../kit/record-form.ts';
import { RecordFormFrame } from '../../../kit/record-form-frame.tsx';
import { ZoneSelect } from '../../../kit/zone-select.tsx';
import { TypedWeek } from './typed-week.tsx';
import { inputOf, textOf, validate, valuesOf } from './values.ts';
import { WeekGrid } from './week-grid.tsx';

/** The name, the zone and the week of a schedule; the week is typed, or drawn on the grid beside. */
export function Editor({ schedule }: { readonly schedule: ScheduleRecordFragment }) {
  const { form, errorOf, frame } = useRecordForm({
    name: `schedule:${schedule.id}`,
    stored: schedule,
    valuesOf,
    inputOf,
    validate,
    textOf,
    read: ScheduleDocument,
    readVariables: { id: schedule.id },
    readRecord: (data) => data.schedule,
    save: SaveScheduleDocument,
    saveVariables: (changes) => ({ input: { id: schedule.id, ...changes } }),
    savedRecord: (data) => data.updateSchedule?.schedule,
  });
  const { days } = form.values;
  const change = (week: typeof days) => form.setFieldValue('days', week);
  const problem = errorOf('days');
  return (
    <Panel>
      <RecordFormFrame frame={frame} note="Booked calls stay as they are.">
        <div className="schedule-head">
          <TextInput
            label="Name"
            maxLength={255}
            autoComplete="off"
            {...form.getInputProps('name')}
            error={errorOf('name')}
          />
          <ZoneSelect
            label="Time zone"
            allowDeselect={false}
            {...form.getInputProps('timeZone')}
            error={errorOf('timeZone')}
          />
        </div>
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        <div className="schedule-week" data-wide>
          <TypedWeek week={days} showsAll={problem !== undefined} onChange={change} />
          <WeekGrid week={days} onChange={change} />
        </div>
      </RecordFormFrame>
    </Panel>
  );
}
