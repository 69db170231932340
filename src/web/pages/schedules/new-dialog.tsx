import { Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { CreateScheduleDocument, SchedulesDocument } from '../../gql/schedules.ts';
import { ActDialog, type DialogAbout } from '../../kit/dialogs.tsx';
import { ZoneSelect } from '../../kit/zone-select.tsx';
import { spanText } from './clock.ts';
import { type Day, daysOf, stretchOf, weekOf } from './week.ts';

const [opens, closes] = [9 * 60, 17 * 60];

function daysFor(hours: string, schedules: readonly { readonly id: number; readonly days: readonly Day[] }[]) {
  const copied = schedules.find(({ id }) => `${id}` === hours);
  const week = weekOf(copied?.days ?? []);
  if (hours !== 'office') return daysOf(week);
  const office = [stretchOf(opens, closes)];
  const workdays = { MONDAY: office, TUESDAY: office, WEDNESDAY: office, THURSDAY: office, FRIDAY: office };
  return daysOf({ ...week, ...workdays });
}

interface NewDialogProps extends DialogAbout<object> {
  readonly userId: number;
  /** In which the schedule begins; another can be chosen. */
  readonly timeZone: string;
}

/** Makes a schedule, and opens it. */
export function NewDialog({ userId, timeZone, ...dialog }: NewDialogProps) {
  const navigate = useNavigate();
  const [{ data }] = useQuery({ query: SchedulesDocument, variables: { userId }, requestPolicy: 'cache-first' });
  const schedules = data?.userAvailabilities ?? [];
  return (
    <ActDialog
      {...dialog}
      title={() => 'New schedule'}
      action="Create schedule"
      document={CreateScheduleDocument}
      draft={() => `new-schedule:${userId}`}
      // The hours are `office`, `none`, or the id of a schedule from which they are copied.
      initialValues={() => ({ name: '', timeZone, hours: 'office' })}
      validate={{ name: (name) => (name.trim() === '' ? 'Enter a name' : null) }}
      variables={({ hours, name, timeZone: zone }) => ({
        input: { userId, name: name.trim(), timeZone: zone, days: daysFor(hours, schedules) },
      })}
      onDone={({ createSchedule }) => {
        if (createSchedule) navigate({ to: '/schedules/$id', params: { id: `${createSchedule.schedule.id}` } });
      }}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            placeholder="Office hours"
            maxLength={255}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <ZoneSelect
            label="Time zone"
            description="Hours stay the same on the clock in this zone all year"
            allowDeselect={false}
            {...form.getInputProps('timeZone')}
          />
          <Select
            label="Start with"
            data={[
              { value: 'office', label: `Monday to Friday, ${spanText(opens, closes)}` },
              ...schedules.map(({ id, name }) => ({ value: `${id}`, label: `The hours of “${name}”` })),
              { value: 'none', label: 'No hours' },
            ]}
            allowDeselect={false}
            {...form.getInputProps('hours')}
          />
        </>
      )}
    </ActDialog>
  );
}
