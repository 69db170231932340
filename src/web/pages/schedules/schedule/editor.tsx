import './editor.css';
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { SaveScheduleDocument, ScheduleDocument, type ScheduleRecordFragment } from '../../../gql/schedule.ts';
import { Panel } from '../../../kit/layout.tsx';
import { useRecordForm } from '../../../kit/record-form.ts';
import { RecordFormFrame } from '../../../kit/record-form-frame.tsx';
import { ZoneSelect } from '../../../kit/zone-select.tsx';
import { type Day, daysOf, hasProblem, hoursText, type Week, weekdays, weekOf } from '../week.ts';
import { TypedWeek } from './typed-week.tsx';
import { WeekGrid } from './week-grid.tsx';

/** What is typed of a schedule. */
type Values = {
  readonly name: string;
  readonly timeZone: string;
  readonly days: Week;
};

function valuesOf({ name, timeZone, days }: ScheduleRecordFragment): Values {
  return { name, timeZone, days: weekOf(days) };
}

function inputOf({ name, timeZone, days }: Values) {
  return { name: name.trim(), timeZone, days: daysOf(days) };
}

const validate = {
  name: (name: string) => (name.trim() === '' ? 'Enter a name' : null),
  days: (days: Week) =>
    weekdays.some((weekday) => hasProblem(days[weekday]))
      ? 'Some hours cannot be saved: check the marked fields'
      : null,
};

/** What is stored now in the place of a value, in words. */
function textOf(field: string, value: unknown): string {
  if (field === 'days') return hoursText(value as readonly Day[]);
  return field === 'timeZone' ? readableZoneName(String(value)) : `“${String(value)}”`;
}

/** The name, the zone and the week of a schedule; the week is typed, or drawn on the grid beside. */
export function Editor({ schedule }: { readonly schedule: ScheduleRecordFragment }) {
  const { form, errorOf, field, frame } = useRecordForm({
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
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm" mb="lg">
          <TextInput label="Name" maxLength={255} autoComplete="off" {...field('name')} />
          <ZoneSelect label="Time zone" allowDeselect={false} {...field('timeZone')} />
        </SimpleGrid>
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
