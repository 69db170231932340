import { Checkbox, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { AnswerContactsDocument } from '../../gql/contacts.ts';
import { useAct } from '../../kit/act.ts';
import { countOf } from '../../kit/counts.ts';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { FormBody } from '../../kit/form.tsx';
import { LateSkeleton } from '../../kit/list.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { answerProblem, type ContactFields, type Field } from '../../parts/answers/fields.ts';

/** It has a control for each type of field, which weigh more than the dialog. */
const AnswerControl = lazy(async () => ({ default: (await import('../../parts/answers/control.tsx')).AnswerControl }));

interface BulkDialogProps extends DialogAbout<{ readonly ids: readonly number[] }> {
  readonly fields: ContactFields;
  readonly onDone: () => void;
}

/** Answers a custom field for many contacts, some hundred at a time, so that one sees how far it is. */
export function BulkDialog({ about, fields, onDone, ...dialog }: BulkDialogProps) {
  return (
    <Modal {...dialog} title={about ? `Answer a field for ${countOf(about.ids.length, 'contact')}` : ''}>
      {about && <BulkForm ids={about.ids} fields={fields} onClose={dialog.onClose} onDone={onDone} />}
    </Modal>
  );
}

const atATime = 250;

interface BulkFormProps extends Pick<BulkDialogProps, 'fields' | 'onDone' | 'onClose'> {
  readonly ids: readonly number[];
}

function BulkForm({ ids, fields: { fields, stage, members }, onClose, onDone }: BulkFormProps) {
  const [field, setField] = useState<Field | undefined>(stage ?? fields[0]);
  const [answer, setAnswer] = useState<string[]>([]);
  const [overrideExisting, setOverride] = useState(true);
  const [done, setDone] = useState(0);
  const [isRunning, setIsRunning] = useState(false);
  const counts = useRef({ changed: 0, skipped: 0 });
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const { act, problem } = useAct(AnswerContactsDocument);
  if (!field) return <Text size="sm">There are no custom fields of contacts yet.</Text>;
  const choose = (id: string) => {
    setField(fields.find((each) => String(each.id) === id));
    setAnswer([]);
  };
  // Where one part fails, those before it are done, and the next try goes on from there. Whoever closes the dialog stops it.
  const run = async () => {
    setIsRunning(true);
    let from = done;
    while (from < ids.length && !isClosed.current) {
      const contactIds = ids.slice(from, from + atATime);
      const data = await act({ input: { customFieldId: field.id, contactIds, answer, overrideExisting } });
      const result = data?.answerCustomFieldInBulk;
      if (!result) break;
      counts.current.changed += result.created + result.updated;
      counts.current.skipped += result.skipped;
      from += contactIds.length;
      setDone(from);
    }
    setIsRunning(false);
    if (from < ids.length) return;
    const { changed, skipped } = counts.current;
    onClose();
    onDone();
    notifyDone(`${field.name}: ${countOf(changed, 'contact')} changed${skipped > 0 ? `, ${skipped} as before` : ''}`);
  };
  const clears = answer.length === 0;
  const hasBegun = isRunning || done > 0;
  const action = done > 0 ? 'Go on' : clears ? 'Clear the answers' : 'Answer';
  return (
    <FormBody
      state={{ isBusy: isRunning, problem }}
      action={`${action}: ${countOf(ids.length - done, 'contact')}`}
      isDangerous={clears}
      onAct={run}
      onCancel={onClose}
    >
      <fieldset className="plain-fields" disabled={hasBegun}>
        <Stack gap="md">
          <NativeSelect
            label="Field"
            data={fields.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(field.id)}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
          <Suspense fallback={<LateSkeleton />}>
            <AnswerControl
              key={field.id}
              {...{ field, answer, members }}
              onChange={setAnswer}
              error={answerProblem(problem)}
            />
          </Suspense>
          <Checkbox
            label="Replace answers that are there"
            checked={overrideExisting}
            onChange={({ currentTarget }) => setOverride(currentTarget.checked)}
          />
        </Stack>
      </fieldset>
      <Text size="sm" c="dimmed">
        {clears ? 'Without an answer, the answers of all these contacts are cleared. ' : ''}This cannot be undone.
      </Text>
      {hasBegun && (
        <div role="status">
          <progress className="bulk-progress" value={done} max={ids.length} aria-label="Answered contacts" />
          <Text size="sm" mt={4}>
            {done} of {countOf(ids.length, 'contact')}
          </Text>
        </div>
      )}
    </FormBody>
  );
}
