import { Modal, Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import {
  CreateScheduleDocument,
  type CreateScheduleMutation,
  type CreateScheduleMutationVariables,
  SchedulesDocument,
} from '../../gql/schedules.ts';
import { type DialogProps, Form, useActForm } from '../../kit/form.tsx';
import { ZoneSelect } from '../../kit/zone-select.tsx';
import { spanText } from './clock.ts';
import { type Day, daysOf, stretchOf, weekOf } from './week.ts';

interface AboutMember {
  readonly userId: number;
  /** In which the schedule begins; another can be chosen. */
  readonly timeZone: string;
}

/** Makes a schedule, and opens it. */
export function NewDialog({ opened, onClose, ...member }: DialogProps & AboutMember) {
  return (
    <Modal opened={opened} onClose={onClose} title="New schedule">
      <NewForm {...member} onClose={onClose} />
    </Modal>
  );
}

interface Values extends Record<string, unknown> {
  readonly name: string;
  readonly timeZone: string;
  /** `office`, `none`, or the id of a schedule whose hours are copied. */
  readonly hours: string;
}

const [opens, closes] = [9 * 60, 17 * 60];

function daysFor(hours: string, schedules: readonly { readonly id: number; readonly days: readonly Day[] }[]) {
  const copied = schedules.find(({ id }) => `${id}` === hours);
  const week = weekOf(copied?.days ?? []);
  if (hours !== 'office') return daysOf(week);
  const office = [stretchOf(opens, closes)];
  const workdays = { MONDAY: office, TUESDAY: office, WEDNESDAY: office, THURSDAY: office, FRIDAY: office };
  return daysOf({ ...week, ...workdays });
}

function NewForm({ userId, timeZone, onClose }: AboutMember & Pick<DialogProps, 'onClose'>) {
  const navigate = useNavigate();
  const [{ data }] = useQuery({ query: SchedulesDocument, variables: { userId }, requestPolicy: 'cache-first' });
  const schedules = data?.userAvailabilities ?? [];
  const { form, frame } = useActForm<Values, CreateScheduleMutation, CreateScheduleMutationVariables>({
    document: CreateScheduleDocument,
    draft: `new-schedule:${userId}`,
    initialValues: { name: '', timeZone, hours: 'office' },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name' : null) },
    variables: ({ hours, name, timeZone: zone }) => ({
      input: { userId, name: name.trim(), timeZone: zone, days: daysFor(hours, schedules) },
    }),
    onDone: ({ createSchedule }) => {
      onClose();
      if (createSchedule) navigate({ to: '/schedules/$id', params: { id: `${createSchedule.schedule.id}` } });
    },
  });
  return (
    <Form {...frame} action="Create schedule" onCancel={onClose}>
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
    </Form>
  );
}
