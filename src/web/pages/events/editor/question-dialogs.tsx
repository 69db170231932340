import { Checkbox, Modal, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { EditableFieldFragment } from '../../../gql/custom-fields.ts';
import type { EventSettingsFragment, InviteeQuestionType } from '../../../gql/event.ts';
import { type DialogAbout, type Dialogs, dialogOf } from '../../../kit/dialogs.tsx';
import { Form } from '../../../kit/form.tsx';
import { UserIcon } from '../../../kit/icons.tsx';
import { lazyPart } from '../../../kit/lazy-part.tsx';
import { CreateFieldDialog, EditFieldDialog } from '../../../parts/custom-fields/field-dialogs.tsx';
import { KindCard, KindCards } from '../../../parts/custom-fields/kind-cards.tsx';
import { kindNames, kindOf } from '../../../parts/custom-fields/kinds.ts';
import { namesOfEvents } from '../../../parts/custom-fields/usage.ts';
import { newFieldValues, optionsAfter } from '../../../parts/custom-fields/values.ts';
import { type FormField, questionTypeOptions } from './form-fields.ts';
import { noRule, type QuestionValues, questionValuesOf } from './question-rule.ts';
import type { Rule } from './rule.ts';

/** Its field of texts weighs as much as the rest. */
const QuestionRuleInputs = lazyPart(() => import('./question-rule-inputs.tsx'), 'QuestionRuleInputs');

export type InviteeQuestion = Omit<EventSettingsFragment['inviteeQuestions'][number], 'id'>;

/** A question about the invitee; without an index it is new. */
interface EditedQuestion {
  readonly question: InviteeQuestion;
  readonly index?: number;
}

/** What each dialog is about. */
export type About =
  | { readonly is: 'kinds'; readonly typed?: QuestionValues }
  | { readonly is: 'created'; readonly values: QuestionValues }
  | { readonly is: 'changed'; readonly field: EditableFieldFragment; readonly required: boolean }
  | ({ readonly is: 'invitee' } & EditedQuestion);

export type QuestionDialogsOf = Dialogs<About['is'], About>;

interface QuestionDialogsProps {
  readonly dialogs: QuestionDialogsOf;
  readonly eventId: number;
  readonly rules: readonly Rule[];
  /** The fields that the event does not ask for yet. */
  readonly others: readonly FormField[];
  /** Whether there may be more questions about the invitee. */
  readonly hasRoom: boolean;
  readonly onField: (field: Pick<FormField, 'id' | 'name'>) => void;
  readonly onCreated: (field: Pick<FormField, 'id' | 'name'>, values: QuestionValues) => void;
  readonly onChanged: (stored: EditableFieldFragment, values: QuestionValues) => void;
  readonly onInvitee: (edited: EditedQuestion) => void;
}

/** The dialogs in which a question is chosen, created and changed. */
export function QuestionDialogs(props: QuestionDialogsProps) {
  const { dialogs, eventId, rules, onCreated, onChanged, onInvitee } = props;
  const created = dialogOf(dialogs, 'created');
  const changed = dialogOf(dialogs, 'changed');
  return (
    <>
      <KindsDialog {...props} />
      <CreateFieldDialog<QuestionValues>
        {...created}
        about={created.about?.values}
        isQuestion
        initialValues={(values) => values}
        onBack={(typed) => dialogs.open('kinds', { is: 'kinds', typed })}
        onCreated={onCreated}
        more={(form) => <QuestionRuleInputs form={form} />}
      />
      <EditFieldDialog<QuestionValues>
        {...changed}
        about={changed.about?.field}
        isQuestion
        initialValues={(field) => questionValuesOf(field, changed.about?.required ?? false, rules)}
        note={(field) => elsewhere(field, eventId)}
        onChanged={(_, values) => changed.about && onChanged(changed.about.field, values)}
        more={(form) => <QuestionRuleInputs form={form} />}
      />
      <InviteeDialog {...dialogOf(dialogs, 'invitee')} onDone={onInvitee} />
    </>
  );
}

function elsewhere({ usage }: EditableFieldFragment, eventId: number): string | undefined {
  if (!usage) return undefined;
  const others = usage.events.filter((event) => event.eventId !== eventId);
  const count = usage.askingEventCount - usage.events.filter(({ asks }) => asks).length + others.length;
  if (others.length === 0) return undefined;
  return `${namesOfEvents(others, count)} ${others.length === 1 ? 'uses' : 'use'} this field too: it changes there as well.`;
}

/** The kinds of questions as cards, and below them the fields that exist. */
function KindsDialog({ dialogs, others, hasRoom, onField }: QuestionDialogsProps) {
  const { opened, onClose, about } = dialogOf(dialogs, 'kinds');
  const typed = about?.typed;
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title="Add a question">
      <KindCards>
        {kindNames
          .map((name) => ({ name, kind: kindOf(name) }))
          .filter(({ kind }) => !kind.isInternal)
          .map(({ name, kind }) => (
            <KindCard
              key={name}
              {...kind}
              onClick={() => {
                const values = { ...newFieldValues(name, 'CONTACT'), required: false, ...noRule };
                // What was typed before another kind was chosen stays.
                const { name: label = '', description = '', type = 'CONTACT', required = false } = typed ?? {};
                dialogs.open('created', {
                  is: 'created',
                  values: {
                    ...values,
                    ...optionsAfter(name, typed),
                    name: label,
                    description,
                    type,
                    required: required || name === 'consent',
                  },
                });
              }}
            />
          ))}
        {hasRoom && (
          <KindCard
            title="About the invitee"
            summary="Name, email or phone of the invitee"
            icon={UserIcon}
            onClick={() =>
              dialogs.open('invitee', {
                is: 'invitee',
                question: { statement: '', type: 'PHONE_NO', required: true },
              })
            }
          />
        )}
      </KindCards>
      <Select
        mt="md"
        label="Or a field that exists"
        placeholder={others.length === 0 ? 'Every field is asked already' : 'Search by name'}
        data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={null}
        onChange={(id) => {
          const field = others.find((each) => String(each.id) === id);
          if (field) onField(field);
        }}
        disabled={others.length === 0}
        searchable
        nothingFoundMessage="No other field has this name"
      />
    </Modal>
  );
}

interface InviteeDialogProps extends DialogAbout<EditedQuestion> {
  readonly onDone: (edited: EditedQuestion) => void;
}

function InviteeDialog({ opened, onClose, about, onDone }: InviteeDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={about?.index === undefined ? 'New question' : 'Question'}>
      {about && <InviteeForm {...about} onClose={onClose} onDone={onDone} />}
    </Modal>
  );
}

function InviteeForm({
  question,
  index,
  onClose,
  onDone,
}: EditedQuestion & Pick<InviteeDialogProps, 'onClose' | 'onDone'>) {
  const form = useForm({
    initialValues: { ...question },
    validate: { statement: (statement) => (statement.trim() === '' ? 'Write the question' : null) },
  });
  return (
    <Form
      state={{ isBusy: false, problem: undefined }}
      action={index === undefined ? 'Add question' : 'Done'}
      onCancel={onClose}
      onSubmit={form.onSubmit((values) => onDone({ question: values, ...(index !== undefined && { index }) }))}
    >
      <TextInput label="Question" maxLength={500} withAsterisk data-autofocus {...form.getInputProps('statement')} />
      <Select
        label="Asks for"
        data={questionTypeOptions}
        allowDeselect={false}
        {...form.getInputProps('type')}
        onChange={(type) => type && form.setFieldValue('type', type as InviteeQuestionType)}
      />
      <Checkbox label="Required" {...form.getInputProps('required', { type: 'checkbox' })} />
      <Text size="sm" c="dimmed">
        The answer becomes the name, email or phone number of the contact.
      </Text>
    </Form>
  );
}
