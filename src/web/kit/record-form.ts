import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useEffect, useState } from 'react';
import { useClient } from 'urql';
import { type Problem, problemOf } from '../../../app/problem.ts';
import { CurrentEventDocument, type EventSettingsFragment, UpdateEventDocument } from '../../../gql/event.ts';
import { useAct } from '../../../kit/act.ts';
import { useDraft } from '../../../kit/draft.ts';
import { useFieldErrors } from '../../../kit/form.tsx';
import type { SectionName } from '../search.ts';
import {
  changesOf,
  conflictsOf,
  type EventInput,
  type Fields,
  isSame,
  merged,
  namesOf,
  pick,
  type Section,
} from './changes.ts';

interface SectionOptions<Values extends Fields> extends Section<Values> {
  readonly name: SectionName;
  readonly event: EventSettingsFragment;
  readonly validate?: UseFormInput<Values>['validate'];
}

export interface SectionForm<Values extends Fields> {
  readonly form: UseFormReturnType<Values>;
  /** What is wrong with a field, by its path: `hosts.0.priority`. */
  readonly errorOf: (path: string) => ReactNode;
  /** The same, or what is wrong with an item of a field that shows its items in one place. */
  readonly errorWithin: (path: string) => ReactNode;
  readonly frame: SectionFrame;
}

/** For what is around the fields. */
export interface SectionFrame {
  readonly isBusy: boolean;
  readonly isChanged: boolean;
  readonly isSaved: boolean;
  readonly problem: Problem | undefined;
  readonly hasConflicts: boolean;
  readonly onSave: React.FormEventHandler<HTMLFormElement>;
  readonly onDiscard: () => void;
  /** Absent where nothing was saved here. */
  readonly onUndo: (() => void) | undefined;
}

/** The server writes `hosts[0].priority`. */
function byPath(fields: Problem['fields']): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replaceAll(/\[(\d+)\]/g, '.$1'), text]));
}

/**
 * One section of the settings of an event. It sends what was changed and nothing else, keeps what is typed for a page that is
 * loaded anew, and says which of the changed fields became something else elsewhere, before it replaces them.
 */
export function useSection<Values extends Fields>(options: SectionOptions<Values>): SectionForm<Values> {
  const { name, event, validate, valuesOf, inputOf } = options;
  const section = { valuesOf, inputOf };
  const urql = useClient();
  const { act, isBusy, problem: refused, forget } = useAct(UpdateEventDocument);
  const [base, setBase] = useState(() => inputOf(valuesOf(event)));
  const [isReading, setIsReading] = useState(false);
  const [unread, setUnread] = useState<Problem>();
  const [undo, setUndo] = useState<EventInput>();
  const form = useForm<Values>({ initialValues: valuesOf(event), ...(validate && { validate }) });
  useFieldErrors(form, refused, byPath);
  const stored = inputOf(valuesOf(event));
  const changes = changesOf(base, inputOf(form.values));
  const conflicts = conflictsOf(base, stored, changes);
  const isChanged = namesOf(changes).length > 0;
  useDraft(`event:${event.id}:${name}`, {
    values: { values: form.values, base },
    setValues: (draft) => {
      const next = merged(section, draft, event);
      setBase(next.base);
      form.setValues(next.values);
    },
    isDirty: () => isChanged,
  });
  const follow = (now: EventSettingsFragment) => {
    const next = merged(section, { values: form.getValues(), base }, now);
    if (!isSame(next.base, base)) setBase(next.base);
    if (!isSame(next.values, form.getValues())) form.setValues(next.values);
  };
  const state = JSON.stringify(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields follow the event whenever it becomes another.
  useEffect(() => follow(event), [state]);

  /** What is stored now, or undefined where no answer came. */
  const read = async () => {
    setIsReading(true);
    const { data, error } = await urql
      .query(CurrentEventDocument, { id: event.id }, { requestPolicy: 'network-only' })
      .toPromise();
    setIsReading(false);
    setUnread(error && problemOf(error));
    return data?.event ?? undefined;
  };
  const save = async () => {
    forget();
    setUnread(undefined);
    const current = await read();
    if (!current) return;
    const now = inputOf(valuesOf(current));
    const sent = pick(changes, (each) => !isSame(now[each], changes[each]));
    // The fields say what they became; the next try replaces it.
    const isSeen = conflictsOf(base, now, sent).every((each) => isSame(now[each], stored[each]));
    if (!isSeen) return;
    if (namesOf(sent).length > 0) {
      const saved = (await act({ input: { id: event.id, ...sent } }))?.updateEvent?.event;
      if (!saved) return;
      const after = inputOf(valuesOf(saved));
      setBase((before) => ({ ...before, ...pick(after, (each) => each in sent) }));
      const isAsSent = (each: keyof EventInput) =>
        each in sent && isSame(inputOf(form.getValues())[each], changes[each]);
      form.setValues(pick(valuesOf(saved) as EventInput, isAsSent) as Partial<Values>);
    }
    // What was stored by a request whose answer was lost is taken back to what was there before it.
    setUndo({ ...pick(base, (each) => each in changes), ...pick(now, (each) => each in sent) });
  };
  const takeBack = async () => {
    if (!undo || !(await act({ input: { id: event.id, ...undo } }))) return;
    setUndo(undefined);
  };
  const errorOf = (path: string) => {
    const field = conflicts.find((each) => each === path);
    return form.errors[path] ?? (field && `Elsewhere it became ${shown(stored[field])}`);
  };
  const errorWithin = (path: string) =>
    errorOf(path) ?? Object.entries(form.errors).find(([each]) => each.startsWith(`${path}.`))?.[1];
  const frame: SectionFrame = {
    isBusy: isBusy || isReading,
    isChanged,
    isSaved: undo !== undefined && !isChanged,
    problem: unread ?? refused,
    hasConflicts: conflicts.length > 0,
    onSave: form.onSubmit(save),
    onDiscard: () => {
      forget();
      setUnread(undefined);
      setBase(stored);
      form.clearErrors();
      form.setValues(valuesOf(event));
    },
    onUndo: undo && takeBack,
  };
  return { form, errorOf, errorWithin, frame };
}

function shown(value: unknown): string {
  if (value === null || value === '') return 'nothing';
  return Array.isArray(value) ? 'another list' : `“${String(value)}”`;
}
