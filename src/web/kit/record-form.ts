import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useEffect, useState } from 'react';
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql';
import { type Problem, problemOf } from '../app/problem.ts';
import { type ActState, useAct } from './act.ts';
import { useDraft } from './draft.ts';
import { leadToError, useFieldErrors } from './form.tsx';
import { notifyDone } from './messages.tsx';
import { changesOf, conflictsOf, type Fields, isSame, merged, pick, type Shape } from './record-changes.ts';
import { useTakeBack } from './take-back.ts';

interface RecordFormOptions<
  Stored,
  Values extends Fields,
  Input extends Fields,
  Read,
  ReadVariables,
  Saved,
  SaveVariables,
> extends Shape<Stored, Values, Input> {
  /** Of the draft: what was typed is there again after the page was loaded anew. */
  readonly name: string;
  readonly stored: Stored;
  readonly validate?: UseFormInput<Values & Record<string, unknown>>['validate'];
  /** Reads what is stored now, before it is changed. */
  readonly read: TypedDocumentNode<Read, ReadVariables>;
  readonly readVariables: ReadVariables;
  readonly readRecord: (data: Read) => Stored | null | undefined;
  /** Stores what was changed. */
  readonly save: TypedDocumentNode<Saved, SaveVariables>;
  /** `from` is the record that is changed. */
  readonly saveVariables: (changes: Partial<Input>, from: Stored) => SaveVariables;
  readonly savedRecord: (data: Saved) => Stored | null | undefined;
  /** A value that somebody else stored, in words. */
  readonly textOf?: (field: string, value: unknown) => string;
  /** The errors by the fields of the form, where they have other names than those of the input. Outside of the component. */
  readonly fieldErrors?: (fields: Problem['fields']) => Record<string, string>;
  /** What else is stored with the record, such as a picture. */
  readonly more?: MoreChanges;
  readonly onSaved?: (stored: Stored) => void;
  /** False for mutations that take no Idempotency-Key. */
  readonly once?: boolean;
}

/** Changes beside the fields of a form. */
export interface MoreChanges {
  readonly isChanged: boolean;
  /** Returns what went wrong. */
  readonly save: () => Promise<Problem | undefined>;
  readonly discard: () => void;
}

export interface RecordForm<Values extends Fields, Stored = unknown> {
  readonly form: UseFormReturnType<Values & Record<string, unknown>>;
  /** What is wrong with a field, by its path: `hosts.0.priority`. */
  readonly errorOf: (path: string) => ReactNode;
  /** The same, or what is wrong with an item of a field that shows its items in one place. */
  readonly errorWithin: (path: string) => ReactNode;
  /** The properties of the input of a field, with what is wrong with it. */
  readonly field: (path: string) => ReturnType<UseFormReturnType<Values>['getInputProps']>;
  /** The same for a checkbox. */
  readonly checkbox: (path: string) => ReturnType<UseFormReturnType<Values>['getInputProps']>;
  readonly frame: RecordFrame;
  /** Takes over the record after another act of the same person; unsaved changes stay. */
  readonly follow: (now: Stored) => void;
}

/** For what is around the fields. */
export interface RecordFrame extends Omit<ActState, 'forget'> {
  readonly isChanged: boolean;
  /** When the changes were typed, where they are those of a draft. */
  readonly draftAt: string | undefined;
  readonly hasConflicts: boolean;
  /** Without an event for a form that saves by itself. */
  readonly onSave: (event?: React.FormEvent<HTMLFormElement>) => void;
  readonly onDiscard: () => void;
}

/** The server writes `hosts[0].priority`. */
function byPath(fields: Problem['fields']): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replaceAll(/\[(\d+)\]/g, '.$1'), text]));
}

/**
 * A form that changes a record. It sends what was changed and nothing else, keeps what is typed for a page that is loaded
 * anew, and says which of the changed fields became something else elsewhere, before it replaces them.
 */
export function useRecordForm<
  Stored,
  Values extends Fields,
  Input extends Fields,
  Read,
  ReadVariables extends AnyVariables,
  Saved,
  SaveVariables extends AnyVariables,
>(
  options: RecordFormOptions<Stored, Values, Input, Read, ReadVariables, Saved, SaveVariables>,
): RecordForm<Values, Stored> {
  const { name, stored: record, validate, valuesOf, inputOf, textOf = text, more, onSaved } = options;
  const urql = useClient();
  const takeBack = useTakeBack();
  const { act, isBusy, problem: refused, forget } = useAct(options.save, { once: options.once });
  const [base, setBase] = useState(() => inputOf(valuesOf(record)));
  const [isSaving, setIsSaving] = useState(false);
  const [other, setOther] = useState<Problem>();
  const form = useForm<Values & Record<string, unknown>>({
    initialValues: valuesOf(record),
    ...(validate && { validate }),
  });
  const problem = useFieldErrors(form, refused, options.fieldErrors ?? byPath);
  const stored = inputOf(valuesOf(record));
  const changes = changesOf(base, inputOf(form.values));
  const conflicts = conflictsOf(base, stored, changes);
  const isChanged = Object.keys(changes).length > 0;
  const draft = useDraft(name, {
    values: { values: form.values, base },
    setValues: (typed: { readonly values: Values; readonly base: Input }) => {
      const next = merged({ valuesOf, inputOf }, typed, record);
      setBase(next.base);
      form.setValues(next.values as never);
    },
    isDirty: () => isChanged,
  });
  const follow = (now: Stored) => {
    const next = merged({ valuesOf, inputOf }, { values: form.getValues(), base }, now);
    if (!isSame(next.base, base)) setBase(next.base);
    if (!isSame(next.values, form.getValues())) form.setValues(next.values as never);
  };
  const fingerprint = JSON.stringify(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields follow what is stored whenever it becomes another.
  useEffect(() => follow(record), [fingerprint]);

  const store = async () => {
    const { data, error } = await urql
      .query(options.read, options.readVariables, { requestPolicy: 'network-only' })
      .toPromise();
    const current = data && options.readRecord(data);
    if (!current) return setOther(error && problemOf(error));
    const now = inputOf(valuesOf(current));
    const sent = pick(changes, (each) => !isSame(now[each], changes[each])) as Partial<Input>;
    // The fields say what they became; the next try replaces it.
    const isSeen = conflictsOf(base, now, sent as Fields).every((each) => isSame(now[each], stored[each]));
    if (!isSeen) return;
    let saved: Stored | null | undefined = current;
    if (Object.keys(sent).length > 0) {
      const answer = await act(options.saveVariables(sent, current));
      saved = answer && options.savedRecord(answer);
      if (!saved) return;
      const after = inputOf(valuesOf(saved));
      setBase((before) => ({ ...before, ...pick(after, (each) => each in sent) }));
      const isAsSent = (each: string) => each in sent && isSame(inputOf(form.getValues())[each], changes[each]);
      form.setValues(pick(valuesOf(saved), isAsSent) as never);
    }
    const unsaved = await more?.save();
    setOther(unsaved);
    if (unsaved) return;
    // What was stored by a request whose answer was lost is taken back to what was there before it.
    const undo = { ...pick(base, (each) => each in changes), ...pick(now, (each) => each in sent) } as Partial<Input>;
    const from = saved;
    // A picture is not taken back.
    const isUndoable = Object.keys(undo).length > 0;
    notifyDone('Saved', isUndoable ? () => takeBack(options.save, options.saveVariables(undo, from)) : undefined);
    if (isSame(inputOf(form.getValues()), inputOf(valuesOf(from)))) draft.forget();
    onSaved?.(saved);
  };
  const save = async () => {
    forget();
    setOther(undefined);
    setIsSaving(true);
    await store();
    setIsSaving(false);
  };
  const errorOf = (path: string) => {
    const field = conflicts.find((each) => each === path);
    return form.errors[path] ?? (field && `It is now ${textOf(field, stored[field])}`);
  };
  const errorWithin = (path: string) =>
    errorOf(path) ?? Object.entries(form.errors).find(([each]) => each.startsWith(`${path}.`))?.[1];
  const frame: RecordFrame = {
    isBusy: isBusy || isSaving,
    isChanged: isChanged || more?.isChanged === true,
    draftAt: draft.at,
    problem: other ?? problem,
    hasConflicts: conflicts.length > 0,
    onSave: form.onSubmit(save, leadToError),
    onDiscard: () => {
      forget();
      more?.discard();
      setOther(undefined);
      setBase(stored);
      form.clearErrors();
      form.setValues(valuesOf(record) as never);
    },
  };
  const field = (path: string) => ({ ...form.getInputProps(path), error: errorOf(path) });
  const checkbox = (path: string) => ({ ...form.getInputProps(path, { type: 'checkbox' }), error: errorOf(path) });
  return { form, errorOf, errorWithin, field, checkbox, frame, follow };
}

function text(_field: string, value: unknown): string {
  if (value === null || value === '') return 'nothing';
  return Array.isArray(value) ? 'another list' : `“${String(value)}”`;
}
