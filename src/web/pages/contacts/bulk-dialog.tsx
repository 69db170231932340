import { Checkbox, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { AnswerContactsDocument } from '../../gql/contacts.ts';
import { useAct } from '../../kit/act.ts';
import { countOf } from '../../kit/counts.ts';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { FormBody } from '../../kit/form.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { LateSkeleton } from '../../kit/list/query-view.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import type { ContactFields, Field } from '../../parts/answers/fields.ts';

/** It has a control for each type of field, which weigh more than the dialog. */
const AnswerControl = lazyPart(() => import('../../parts/answers/control.tsx'), 'AnswerControl', <LateSkeleton />);

interface BulkDialogProps extends DialogAbout<{ readonly ids: readonly number[] }> {
  readonly fields: ContactFields;
  readonly onDone: () => void;
}

/** Answers a custom field for many contacts, some hundred at a time, so that one sees how far it is. */
export function BulkDialog({ about, fields, onDone, ...dialog }: BulkDialogProps) {
  return (
    <Modal {...dialog} title={about ? `Set a field for ${countOf(about.ids.length, 'contact')}` : ''}>
      {about && <BulkForm ids={about.ids} fields={fields} onClose={dialog.onClose} onDone={onDone} />}
    </Modal>
  );
}

const atATime = 250;

type BulkFormProps = Omit<BulkDialogProps, 'about' | 'opened'> & { readonly ids: readonly number[] };

function BulkForm({ ids, fields: { fields, members }, onClose, onDone }: BulkFormProps) {
  const [field, setField] = useState<Field>();
  const [answer, setAnswer] = useState<string[]>([]);
  const [isClearing, setIsClearing] = useState(false);
  const [overrideExisting, setOverride] = useState(false);
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
  if (fields.length === 0) return <Text size="sm">There are no custom fields of contacts yet.</Text>;
  const choose = (id: string) => {
    setField(fields.find((each) => String(each.id) === id));
    setAnswer([]);
    setIsClearing(false);
  };
  // Where one part fails, those before it are done, and the next try goes on from there. Whoever closes the dialog stops it.
  const run = async () => {
    if (!field) return;
    setIsRunning(true);
    let from = done;
    while (from < ids.length && !isClosed.current) {
      const contactIds = ids.slice(from, from + atATime);
      const input = { customFieldId: field.id, contactIds, answer, overrideExisting: isClearing || overrideExisting };
      const data = await act({ input });
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
  const hasBegun = isRunning || done > 0;
  const action = done > 0 ? 'Continue' : isClearing ? 'Clear' : 'Set';
  return (
    <FormBody
      state={{ isBusy: isRunning, problem }}
      action={`${action}: ${countOf(ids.length - done, 'contact')}`}
      isDangerous={isClearing}
      isDisabled={!field || (answer.length === 0 && !isClearing)}
      onAct={run}
      onCancel={onClose}
    >
      <fieldset className="plain-fieldset" disabled={hasBegun}>
        <Stack gap="md">
          <NativeSelect
            label="Field"
            data={[
              { value: '', label: 'Choose a field…' },
              ...fields.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={field ? String(field.id) : ''}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
          {field && !isClearing && (
            <AnswerControl key={field.id} {...{ field, answer, members }} onChange={setAnswer} />
          )}
          {field && (
            <>
              <Checkbox
                label="Clear the field instead"
                checked={isClearing}
                onChange={({ currentTarget }) => {
                  setIsClearing(currentTarget.checked);
                  setAnswer([]);
                }}
              />
              {!isClearing && (
                <Checkbox
                  label="Replace existing answers"
                  checked={overrideExisting}
                  onChange={({ currentTarget }) => setOverride(currentTarget.checked)}
                />
              )}
            </>
          )}
        </Stack>
      </fieldset>
      <Text size="sm" c="dimmed">
        This cannot be undone.
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
