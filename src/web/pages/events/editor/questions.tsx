import { Button, Checkbox, Select, Text, TextInput, Title } from '@mantine/core';
import type { EventSettingsFragment, InviteeQuestionType } from '../../../gql/event.ts';
import { PlusIcon } from '../../../kit/icons.tsx';
import { FieldError } from './field-error.tsx';
import { useFormFields } from './form-fields.ts';
import { ListButtons } from './list-buttons.tsx';
import { questionTypeOptions } from './question-types.ts';
import { SectionPanel } from './section-frame.tsx';
import { useSection } from './use-section.ts';
import { moved } from './values.ts';

interface Question {
  readonly statement: string;
  readonly type: InviteeQuestionType;
  readonly required: boolean;
}

interface FieldQuestion {
  readonly customFieldId: number;
  readonly name: string;
  readonly required: boolean;
}

const valuesOf = ({ inviteeQuestions, secondaryQuestions }: EventSettingsFragment) => ({
  inviteeQuestions: inviteeQuestions.map(({ statement, type, required }): Question => ({ statement, type, required })),
  secondaryQuestions: secondaryQuestions.map(
    ({ customFieldId, name, required }): FieldQuestion => ({ customFieldId, name, required }),
  ),
});

const inputOf = ({ inviteeQuestions, secondaryQuestions }: ReturnType<typeof valuesOf>) => ({
  inviteeQuestions: inviteeQuestions.map(({ statement, ...others }) => ({ statement: statement.trim(), ...others })),
  secondaryQuestions: secondaryQuestions.map(({ customFieldId, required }) => ({ customFieldId, required })),
});

const maxQuestions = 20;

/** What the booking form asks: the invitee's own data, then custom fields. */
export function QuestionsSection({ event }: { readonly event: EventSettingsFragment }) {
  const { form, errorOf, frame } = useSection({ name: 'questions', event, valuesOf, inputOf });
  const { inviteeQuestions: questions, secondaryQuestions: fields } = form.values;
  const known = useFormFields();
  const others = known.filter(({ id }) => !fields.some(({ customFieldId }) => customFieldId === id));
  const addField = (id: string | null) => {
    const field = others.find((each) => String(each.id) === id);
    if (field)
      form.insertListItem('secondaryQuestions', { customFieldId: field.id, name: field.name, required: false });
  };
  return (
    <SectionPanel name="questions" frame={frame} summary="What the booking form asks, in order.">
      <section aria-labelledby="own-questions">
        <Title order={3} size="h6" id="own-questions">
          About the invitee
        </Title>
        <ol className="question-rows">
          {questions.map((question, index) => {
            const name = `question ${index + 1}`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a question that is typed has nothing else that stays.
              <li key={index}>
                <TextInput
                  aria-label={`Text of ${name}`}
                  maxLength={500}
                  {...form.getInputProps(`inviteeQuestions.${index}.statement`)}
                  error={errorOf(`inviteeQuestions.${index}.statement`)}
                />
                <Select
                  aria-label={`Type of ${name}`}
                  data={questionTypeOptions}
                  allowDeselect={false}
                  {...form.getInputProps(`inviteeQuestions.${index}.type`)}
                  error={errorOf(`inviteeQuestions.${index}.type`)}
                />
                <Checkbox
                  label="Required"
                  aria-label={`An answer to ${name} is required`}
                  checked={question.required}
                  onChange={({ currentTarget }) =>
                    form.setFieldValue(`inviteeQuestions.${index}.required`, currentTarget.checked)
                  }
                />
                <ListButtons
                  {...{ name, index }}
                  count={questions.length}
                  onMove={(to) => form.setFieldValue('inviteeQuestions', moved(questions, index, to))}
                  onRemove={() => form.removeListItem('inviteeQuestions', index)}
                />
              </li>
            );
          })}
        </ol>
        <FieldError>{errorOf('inviteeQuestions')}</FieldError>
        {questions.length < maxQuestions && (
          <Button
            variant="default"
            size="xs"
            leftSection={<PlusIcon size={16} />}
            onClick={() => form.insertListItem('inviteeQuestions', { statement: '', type: 'PHONE_NO', required: true })}
          >
            Add question
          </Button>
        )}
      </section>
      <section aria-labelledby="field-questions">
        <Title order={3} size="h6" id="field-questions">
          Custom fields
        </Title>
        <Text size="sm" c="dimmed">
          Answers are stored with the contact or with the call.
        </Text>
        <ol className="question-rows">
          {fields.map(({ customFieldId, name, required }, index) => (
            <li key={customFieldId} className="field-row">
              <Text size="sm" className="breaks">
                {name}
              </Text>
              <Checkbox
                label="Required"
                aria-label={`An answer to “${name}” is required`}
                checked={required}
                onChange={({ currentTarget }) =>
                  form.setFieldValue(`secondaryQuestions.${index}.required`, currentTarget.checked)
                }
              />
              <ListButtons
                name={`“${name}”`}
                index={index}
                count={fields.length}
                onMove={(to) => form.setFieldValue('secondaryQuestions', moved(fields, index, to))}
                onRemove={() => form.removeListItem('secondaryQuestions', index)}
              />
            </li>
          ))}
        </ol>
        <FieldError>{errorOf('secondaryQuestions')}</FieldError>
        <Select
          label="Add a custom field"
          placeholder="Name of a field of contacts or calls"
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={null}
          onChange={addField}
          searchable
          nothingFoundMessage="No other field has this name"
          maw="20rem"
        />
      </section>
    </SectionPanel>
  );
}
