import { Modal, SegmentedControl, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { CreateTimeOffDocument, type TimeOffRowFragment, UpdateTimeOffDocument } from '../../gql/time-off.ts';
import { useActs } from '../../kit/act.ts';
import { dayOf } from '../../kit/days.ts';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { useDraft } from '../../kit/draft.ts';
import { Form, useFieldErrors } from '../../kit/form.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { now } from '../../kit/now.ts';
import { newOff, type OffValues, offInput, offProblems, offValues } from './off-time.ts';

interface AboutOff {
  /** Absent for a new one. */
  readonly timeOff?: TimeOffRowFragment;
}

interface TimeOffDialogProps extends DialogAbout<AboutOff> {
  readonly userId: number;
  /** The member's, in which whole days are. */
  readonly timeZone: string;
}

/** Enters or changes time off: whole days, or a part of one. */
export function TimeOffDialog({ about, opened, onClose, ...form }: TimeOffDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={about?.timeOff ? 'Edit time off' : 'Block time'}>
      {about && <TimeOffForm {...form} {...about} onClose={onClose} />}
    </Modal>
  );
}

type FormProps = AboutOff & Omit<TimeOffDialogProps, 'about' | 'opened'>;

function fieldsOf({ startTime, endTime }: Readonly<Record<string, string>>): Record<string, string> {
  return { ...(startTime !== undefined && { first: startTime }), ...(endTime !== undefined && { last: endTime }) };
}

function TimeOffForm({ timeOff, userId, timeZone, onClose }: FormProps) {
  const today = dayOf(now(), timeZone);
  const form = useForm<OffValues>({
    initialValues: timeOff ? offValues(timeOff, timeZone) : newOff(today),
    validate: offProblems,
  });
  const { act, ...state } = useActs();
  const problem = useFieldErrors(form, state.problem, fieldsOf);
  const { forget } = useDraft(`time-off:${userId}:${timeOff?.id ?? 'new'}`, form);
  const submit = async (values: OffValues) => {
    const times = offInput(values, timeZone);
    const data = timeOff
      ? await act(UpdateTimeOffDocument, { input: { id: timeOff.id, ...times } })
      : await act(CreateTimeOffDocument, { input: { userId, ...times } });
    if (data === undefined) return;
    forget();
    onClose();
    notifyDone(timeOff ? 'The time off is saved' : 'The time is blocked');
  };
  const isDays = form.values.kind === 'days';
  const time = (name: 'from' | 'to', label: string) => (
    <TextInput label="Time" aria-label={label} autoComplete="off" {...form.getInputProps(name)} />
  );
  const day = (name: 'first' | 'last', label: string) => (
    <TextInput
      type="date"
      label={label}
      {...form.getInputProps(name)}
      onChange={({ currentTarget: { value } }) => {
        form.setFieldValue(name, value);
        // Most time off ends on the day that it begins.
        if (name === 'first' && form.values.last < value) form.setFieldValue('last', value);
      }}
    />
  );
  return (
    <Form
      state={{ ...state, problem }}
      action={timeOff ? 'Save' : 'Block time'}
      onSubmit={form.onSubmit(submit)}
      onCancel={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label="How much"
        data={[
          { value: 'days', label: 'Whole days' },
          { value: 'hours', label: 'Part of a day' },
        ]}
        value={form.values.kind}
        onChange={(kind) => form.setFieldValue('kind', kind as OffValues['kind'])}
      />
      <SimpleGrid cols={isDays ? { base: 1, xs: 2 } : 2}>
        {day('first', isDays ? 'First day' : 'From')}
        {!isDays && time('from', 'From, time')}
        {day('last', isDays ? 'Last day' : 'To')}
        {!isDays && time('to', 'To, time')}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        In {readableZoneName(timeZone)}. Nobody can book a call then. Calls that are booked already stay as they are.
      </Text>
    </Form>
  );
}
