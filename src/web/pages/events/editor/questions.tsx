import { Checkbox, Select, Text, TextInput } from '@mantine/core';
import type { EventSettingsFragment } from '../../../gql/event.ts';
import { questionTypeOptions, useFormFields } from './form-fields.ts';
import { AddRow, RowList } from './row-list.tsx';
import { SectionPanel, useSection } from './section.tsx';

type Question = Omit<EventSettingsFragment['inviteeQuestions'][number], 'id'>;
type FieldQuestion = Pick<EventSettingsFragment['secondaryQuestions'][number], 'customFieldId' | 'name' | 'required'>;

const valuesOf = ({ inviteeQuestions, secondaryQuestions }: EventSettingsFragment) => ({
  inviteeQuestions: inviteeQuestions as readonly Question[],
  secondaryQuestions: secondaryQuestions as readonly FieldQuestion[],
});

const inputOf = ({ inviteeQuestions, secondaryQuestions }: ReturnType<typeof valuesOf>) => ({
  inviteeQuestions: inviteeQuestions.map(({ statement, type, required }) => ({
    statement: statement.trim(),
    type,
    required,
  })),
  secondaryQuestions: secondaryQuestions.map(({ customFieldId, required }) => ({ customFieldId, required })),
});

const maxQuestions = 20;

/** What the booking form asks: the invitee's own data, then custom fields. */
export function QuestionsSection({ event }: { readonly event: EventSettingsFragment }) {
  const { form, errorOf, field, checkbox, frame } = useSection({ name: 'questions', event, valuesOf, inputOf });
  const { inviteeQuestions: questions, secondaryQuestions: fields } = form.values;
  const others = useFormFields().filter(({ id }) => !fields.some(({ customFieldId }) => customFieldId === id));
  const addField = (id: string | null) => {
    const added = others.find((each) => String(each.id) === id);
    if (added)
      form.insertListItem('secondaryQuestions', { customFieldId: added.id, name: added.name, required: false });
  };
  return (
    <SectionPanel name="questions" frame={frame} summary="What the booking form asks, in order.">
      <RowList
        title="About the invitee"
        {...{ form, path: 'inviteeQuestions', rows: questions }}
        nameOf={(_, index) => `question ${index + 1}`}
        isOrdered
        className="question-rows"
        error={errorOf('inviteeQuestions')}
        add={
          questions.length < maxQuestions && (
            <AddRow
              onClick={() =>
                form.insertListItem('inviteeQuestions', { statement: '', type: 'PHONE_NO', required: true })
              }
            >
              Add question
            </AddRow>
          )
        }
      >
        {(_, index, name) => (
          <>
            <TextInput
              aria-label={`Text of ${name}`}
              maxLength={500}
              {...field(`inviteeQuestions.${index}.statement`)}
            />
            <Select
              aria-label={`Type of ${name}`}
              data={questionTypeOptions}
              allowDeselect={false}
              {...field(`inviteeQuestions.${index}.type`)}
            />
            <Checkbox
              label="Required"
              aria-label={`An answer to ${name} is required`}
              {...checkbox(`inviteeQuestions.${index}.required`)}
            />
          </>
        )}
      </RowList>
      <RowList
        title="Custom fields"
        hint="Answers are stored with the contact or with the call."
        {...{ form, path: 'secondaryQuestions', rows: fields }}
        nameOf={({ name }) => `“${name}”`}
        isOrdered
        className="field-rows"
        error={errorOf('secondaryQuestions')}
        add={
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
        }
      >
        {(question, index, name) => (
          <>
            <Text size="sm" className="breaks">
              {question.name}
            </Text>
            <Checkbox
              label="Required"
              aria-label={`An answer to ${name} is required`}
              {...checkbox(`secondaryQuestions.${index}.required`)}
            />
          </>
        )}
      </RowList>
    </SectionPanel>
  );
}
