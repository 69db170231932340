import { Modal, SegmentedControl, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import {
  CreateOverrideDocument,
  DeleteOverrideDocument,
  type OverrideRowFragment,
  UpdateOverrideDocument,
} from '../../../gql/overrides.ts';
import type { ScheduleRecordFragment } from '../../../gql/schedule.ts';
import { useActs } from '../../../kit/act.ts';
import { dayText } from '../../../kit/days.ts';
import type { DialogAbout } from '../../../kit/dialogs.tsx';
import { useDraft } from '../../../kit/draft.ts';
import { Form } from '../../../kit/form.tsx';
import { Stretches } from '../stretches.tsx';
import { hasProblem, nextStretch, type Stretch, stretchesOf, timingsOf, weekdayOf, weekdayTitle } from '../week.ts';

export interface AboutDay {
  readonly day: string;
  readonly override?: OverrideRowFragment | undefined;
}

interface OverrideDialogProps extends DialogAbout<AboutDay> {
  readonly schedule: ScheduleRecordFragment;
  readonly today: string;
  readonly onDone: (text: string, deleted?: OverrideRowFragment) => void;
}

/** The hours of one day: other ones than those of its weekday, or none. */
export function OverrideDialog({ about, opened, onClose, ...props }: OverrideDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={about ? dayText(about.day, props.today) : ''}>
      {about && <OverrideForm key={about.day} {...props} {...about} onClose={onClose} />}
    </Modal>
  );
}

interface Values extends Record<string, unknown> {
  readonly kind: 'usual' | 'hours' | 'none';
  readonly stretches: readonly Stretch[];
}

type OverrideFormProps = Pick<OverrideDialogProps, 'schedule' | 'today' | 'onDone' | 'onClose'> & AboutDay;

function OverrideForm({ schedule, today, day, override, onClose, onDone }: OverrideFormProps) {
  const weekday = weekdayOf(day);
  const usual = stretchesOf(schedule.days.find(({ name }) => name === weekday)?.timings ?? []);
  const own = stretchesOf(override?.timings ?? []);
  const form = useForm<Values>({
    initialValues: {
      kind: override ? (own.length > 0 ? 'hours' : 'none') : 'usual',
      stretches: [own, usual].find(({ length }) => length > 0) ?? [nextStretch([])],
    },
  });
  const { act, isBusy, problem } = useActs();
  const [showsAll, setShowsAll] = useState(false);
  const { forget } = useDraft(`override:${schedule.id}:${day}`, form);
  const { kind, stretches } = form.values;
  const hasHours = kind === 'hours';
  const text = dayText(day, today);
  const done = (said: string, deleted?: OverrideRowFragment) => {
    forget();
    onClose();
    onDone(said, deleted);
  };
  const submit = async () => {
    setShowsAll(true);
    if (hasHours && hasProblem(stretches)) return;
    if (kind === 'usual') {
      if (override && !(await act(DeleteOverrideDocument, { input: { id: override.id } }))) return;
      return done(`${text} has its weekly hours again`, override);
    }
    const timings = hasHours ? timingsOf(stretches) : [];
    const data = override
      ? await act(UpdateOverrideDocument, { input: { id: override.id, timings } })
      : await act(CreateOverrideDocument, { input: { scheduleId: schedule.id, date: day, timings } });
    if (data) done(timings.length > 0 ? `${text} has hours of its own` : `${text} has no hours`);
  };
  return (
    <Form
      action="Save the day"
      state={{ isBusy, problem }}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onCancel={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label="Hours of the day"
        data={[
          { value: 'usual', label: `As on ${weekdayTitle(weekday)}s` },
          { value: 'hours', label: 'Other hours' },
          { value: 'none', label: 'No hours' },
        ]}
        value={kind}
        onChange={(value) => form.setFieldValue('kind', value as Values['kind'])}
      />
      {hasHours && (
        <Stretches
          of={weekdayTitle(weekday)}
          stretches={stretches}
          showsAll={showsAll}
          onChange={(changed) => form.setFieldValue('stretches', [...changed])}
        />
      )}
      {kind === 'usual' && (
        <Text size="sm">{usual.map(({ start, end }) => `${start}–${end}`).join(', ') || 'No hours'}</Text>
      )}
      <Text size="sm" c="dimmed">
        In {readableZoneName(schedule.timeZone)}. Calls that are booked stay as they are.
      </Text>
    </Form>
  );
}
