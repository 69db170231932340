import { ActionIcon, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { AnswerFieldDocument } from '../../../gql/answers.ts';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import { useAct } from '../../../kit/act.ts';
import { countOf } from '../../../kit/counts.ts';
import { EditIcon } from '../../../kit/icons.tsx';
import { lazyPart } from '../../../kit/lazy-part.tsx';
import { notifyDone, ProblemNote } from '../../../kit/messages.tsx';
import { RecordSection } from '../../../kit/record.tsx';
import type { ContactFields, Field, MemberChoice } from '../../../parts/answers/fields.ts';
import { AnswerText } from '../../../parts/answers/text.tsx';

/** The inputs of all kinds of fields. */
const AnswerForm = lazyPart(() => import('./answer-form.tsx'), 'AnswerForm');

interface ContactAnswersProps {
  readonly contact: ContactRecordFragment;
  readonly fields: ContactFields | undefined;
}

/** The answers to the custom fields, each changed where it is. */
export function ContactAnswers({ contact, fields }: ContactAnswersProps) {
  const [editedId, setEditedId] = useState<number>();
  const [showsEmpty, setShowsEmpty] = useState(false);
  if (!fields) return null;
  const answerOf = (id: number) =>
    contact.customFieldAnswers?.find(({ customFieldId }) => customFieldId === id)?.answer ?? [];
  // The stage is at the head of the page.
  const visible = fields.fields.filter(({ id, hidden }) => !hidden && id !== fields.stage?.id);
  if (visible.length === 0) return null;
  const isFolded = ({ id }: Field) => !showsEmpty && id !== editedId && answerOf(id).length === 0;
  const folded = visible.filter(isFolded).length;
  return (
    <RecordSection title="Answers">
      <dl className="answers">
        {visible
          .filter((field) => !isFolded(field))
          .map((field) => (
            <Answer
              key={field.id}
              field={field}
              members={fields.members}
              contactId={contact.id}
              answer={answerOf(field.id)}
              isEdited={field.id === editedId}
              onEdit={(isEdited) => setEditedId(isEdited ? field.id : undefined)}
            />
          ))}
      </dl>
      {(folded > 0 || showsEmpty) && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={showsEmpty}
          onClick={() => setShowsEmpty(!showsEmpty)}
        >
          {showsEmpty ? 'Hide empty fields' : `Show ${countOf(folded, 'empty field')}`}
        </Button>
      )}
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
