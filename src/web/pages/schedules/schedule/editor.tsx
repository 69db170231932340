import './editor.css';
import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { type Problem, problemOf } from '../../../app/problem.ts';
import { SaveScheduleDocument, ScheduleDocument, type ScheduleRecordFragment } from '../../../gql/schedule.ts';
import { useAct } from '../../../kit/act.ts';
import { useDraft } from '../../../kit/draft.ts';
import { useFieldErrors } from '../../../kit/form.tsx';
import { WarningIcon } from '../../../kit/icons.tsx';
import { useKeys } from '../../../kit/keys.ts';
import { Panel } from '../../../kit/layout.tsx';
import { ProblemNote } from '../../../kit/messages.tsx';
import { ZoneSelect } from '../../../kit/zone-select.tsx';
import { hasProblem, weekdays } from '../week.ts';
import { TypedWeek } from './typed-week.tsx';
import { changedElsewhere, changesOf, fingerprintOf, rebased, type Values, valuesOf } from './values.ts';
import { WeekGrid } from './week-grid.tsx';

/** The name, the zone and the week of a schedule; the week is typed, or drawn on the grid beside. */
export function Editor({ schedule }: { readonly schedule: ScheduleRecordFragment }) {
  const urql = useClient();
  const form = useForm<Values>({
    initialValues: valuesOf(schedule),
    validate: { name: (name) => (name.trim() === '' ? 'Give it a name' : null) },
  });
  const { act, isBusy, problem, forget: forgetProblem } = useAct(SaveScheduleDocument);
  const [otherProblem, setOtherProblem] = useState<Problem>();
  const [isReading, setIsReading] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const forgetDraft = useDraft(`schedule:${schedule.id}`, {
    ...form,
    // All of it: `base` says which fields were changed.
    isDirty: () => form.isDirty(),
  });
  useFieldErrors(form, problem);
  const { values } = form;
  const isDirty = form.isDirty();

  /** Goes on from what is stored now. */
  const adopt = (stored: ScheduleRecordFragment) => {
    forgetDraft();
    const now = valuesOf(stored);
    form.setInitialValues(now);
    form.setValues(now);
    form.resetDirty(now);
    setShowsAll(false);
  };
  const stored = fingerprintOf(schedule);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where what is stored has changed.
  useEffect(() => {
    if (!isDirty && stored !== values.base) adopt(schedule);
  }, [stored]);

  const submit = async () => {
    setIsSaved(false);
    setShowsAll(true);
    forgetProblem();
    setOtherProblem(undefined);
    if (weekdays.some((weekday) => hasProblem(values.week[weekday]))) {
      return setOtherProblem({
        title: 'Some hours cannot be saved',
        text: 'Please check the marked fields.',
        fields: {},
      });
    }
    setIsReading(true);
    const variables = { id: schedule.id };
    const { data, error } = await urql
      .query(ScheduleDocument, variables, { requestPolicy: 'network-only' })
      .toPromise();
    setIsReading(false);
    const current = data?.schedule;
    if (error || !current) return setOtherProblem(error && problemOf(error));
    const conflicts = changedElsewhere(values, current);
    if (conflicts.length > 0) {
      // From here on the other values are known, so the next try replaces them.
      form.setValues(rebased(values, current));
      return setOtherProblem({
        title: 'It was changed elsewhere meanwhile',
        text: `${conflicts.join('; ')}. Save again to replace that with yours.`,
        fields: {},
      });
    }
    const saved = await act({ input: { id: schedule.id, ...changesOf(values) } });
    if (!saved?.updateSchedule) return;
    adopt(saved.updateSchedule.schedule);
    setIsSaved(true);
  };
  const changeWeek = (week: Values['week']) => {
    setIsSaved(false);
    form.setFieldValue('week', week);
  };
  useKeys([{ key: 'mod + S', title: 'Save the schedule', act: () => isDirty && form.onSubmit(submit)() }]);
  const news = isDirty && !otherProblem ? changedElsewhere(values, schedule) : [];
  return (
    <form className="schedule-form" onSubmit={form.onSubmit(submit)} noValidate>
      <ProblemNote problem={otherProblem ?? problem} />
      {news.length > 0 && (
        <Alert role="status" className="warn-note" icon={<WarningIcon />} title="It was changed elsewhere" mb="md">
          {news.join('; ')}.{' '}
          <Button variant="default" size="compact-sm" onClick={() => adopt(schedule)}>
            Take that instead of yours
          </Button>
        </Alert>
      )}
      <Panel>
        <div className="schedule-head">
          <TextInput label="Name" maxLength={255} autoComplete="off" {...form.getInputProps('name')} />
          <ZoneSelect label="Time zone" allowDeselect={false} {...form.getInputProps('timeZone')} />
        </div>
        <div className="schedule-week" data-wide>
          <TypedWeek week={values.week} showsAll={showsAll} onChange={changeWeek} />
          <WeekGrid week={values.week} onChange={changeWeek} />
        </div>
        <Group justify="flex-end" mt="lg" className="schedule-save">
          <span className="hint" role="status">
            {isDirty ? 'Not saved yet. Calls that are booked stay as they are.' : isSaved && 'Saved'}
          </span>
          {isDirty && (
            <Button variant="default" onClick={() => adopt(schedule)}>
              Discard
            </Button>
          )}
          <Button type="submit" loading={isBusy || isReading} disabled={!isDirty}>
            Save
          </Button>
        </Group>
      </Panel>
    </form>
  );
}
