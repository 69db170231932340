import { ActionIcon, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { AnswerFieldDocument } from '../../../gql/answers.ts';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import { useAct } from '../../../kit/act.ts';
import { Form, useActForm } from '../../../kit/form.tsx';
import { EditIcon } from '../../../kit/icons.tsx';
import { notifyDone, ProblemNote } from '../../../kit/messages.tsx';
import { RecordSection } from '../../../kit/record.tsx';
import { AnswerControl } from '../../../parts/answers/control.tsx';
import { answerProblem, type ContactFields, type Field, type MemberChoice } from '../../../parts/answers/fields.ts';
import { AnswerText } from '../../../parts/answers/text.tsx';

interface ContactAnswersProps {
  readonly contact: ContactRecordFragment;
  readonly fields: ContactFields | undefined;
}

/** The answers to the custom fields, each changed where it is. */
export function ContactAnswers({ contact, fields }: ContactAnswersProps) {
  const [editedId, setEditedId] = useState<number>();
  if (!fields) return null;
  const shown = fields.fields.filter(({ hidden }) => !hidden);
  if (shown.length === 0) return null;
  return (
    <RecordSection title="Answers">
      <dl className="answers">
        {shown.map((field) => (
          <Answer
            key={field.id}
            field={field}
            members={fields.members}
            contactId={contact.id}
            answer={contact.customFieldAnswers?.find(({ customFieldId }) => customFieldId === field.id)?.answer ?? []}
            isEdited={field.id === editedId}
            onEdit={(isEdited) => setEditedId(isEdited ? field.id : undefined)}
          />
        ))}
      </dl>
    </RecordSection>
  );
}

interface AnswerProps {
  readonly field: Field;
  readonly members: readonly MemberChoice[];
  readonly contactId: number;
  readonly answer: readonly string[];
  readonly isEdited: boolean;
  readonly onEdit: (isEdited: boolean) => void;
}

function Answer({ isEdited, onEdit, ...props }: AnswerProps) {
  const { field, answer, members, contactId } = props;
  const { act, problem } = useAct(AnswerFieldDocument);
  const undo = () => act({ input: { customFieldId: field.id, contactId, answer: [...answer] } });
  return (
    <div className="answer" data-edited={isEdited || undefined}>
      <dt className={isEdited ? 'for-screen-readers' : undefined}>{field.name}</dt>
      <dd>
        {isEdited ? (
          <AnswerForm
            {...props}
            onClose={() => onEdit(false)}
            onSaved={() => {
              notifyDone(`${field.name} is saved`, undo);
              onEdit(false);
            }}
          />
        ) : (
          <Group gap={4} justify="space-between" align="flex-start" wrap="nowrap">
            <div>
              {answer.length > 0 ? <AnswerText {...{ field, answer, members }} /> : <span className="soft">–</span>}
              <ProblemNote problem={problem} />
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Edit ${field.name}`}
              onClick={() => onEdit(true)}
            >
              <EditIcon size={16} />
            </ActionIcon>
          </Group>
        )}
      </dd>
    </div>
  );
}

interface AnswerFormProps extends Omit<AnswerProps, 'isEdited' | 'onEdit'> {
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

function AnswerForm({ field, members, contactId, answer, onClose, onSaved }: AnswerFormProps) {
  const { form, forget, frame } = useActForm({
    document: AnswerFieldDocument,
    draft: `answer:${contactId}:${field.id}`,
    initialValues: { answer },
    variables: (values) => ({ input: { customFieldId: field.id, contactId, answer: [...values.answer] } }),
    onDone: onSaved,
  });
  const cancel = () => {
    forget();
    onClose();
  };
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is pressed in the control.
    <div ref={place} onKeyDown={({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && cancel()}>
      <Form {...frame} action="Save" onCancel={cancel}>
        <AnswerControl
          {...{ field, members }}
          answer={form.values.answer}
          onChange={(changed) => form.setFieldValue('answer', changed)}
          error={answerProblem(frame.state.problem)}
        />
      </Form>
    </div>
  );
}
