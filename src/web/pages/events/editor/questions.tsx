import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { CurrentEventDocument, type EventSettingsFragment } from '../../../gql/event.ts';
import { useDialogs } from '../../../kit/dialogs.tsx';
import { PlusIcon, UserIcon } from '../../../kit/icons.tsx';
import { lazyPart } from '../../../kit/lazy-part.tsx';
import { OrderedList } from '../../../kit/ordered-list.tsx';
import { FieldRow } from '../../../parts/custom-fields/field-row.tsx';
import { useFieldReader } from '../../../parts/custom-fields/use-field-reader.ts';
import { questionTypeOptions, useAllFields } from './form-fields.ts';
import type { About, InviteeQuestion } from './question-dialogs.tsx';
import { type FieldQuestion, labelOf, QuestionList, QuestionRow, RemoveButton } from './question-rows.tsx';
import { rulesAfter, ruleText } from './question-rule.ts';
import { type Rule, ruleInputOf } from './rule.ts';
import { SectionPanel, useSection } from './section.tsx';

/** Its forms weigh more than the rest of the section. */
const QuestionDialogs = lazyPart(() => import('./question-dialogs.tsx'), 'QuestionDialogs');

const valuesOf = ({ inviteeQuestions, secondaryQuestions, disqualificationRules }: EventSettingsFragment) => ({
  inviteeQuestions: inviteeQuestions as readonly InviteeQuestion[],
  secondaryQuestions: secondaryQuestions as readonly FieldQuestion[],
  disqualificationRules: disqualificationRules as readonly Rule[],
});

const inputOf = ({ inviteeQuestions, secondaryQuestions, disqualificationRules }: ReturnType<typeof valuesOf>) => ({
  inviteeQuestions: inviteeQuestions.map(({ statement, type, required }) => ({
    statement: statement.trim(),
    type,
    required,
  })),
  secondaryQuestions: secondaryQuestions.map(({ customFieldId, required }) => ({ customFieldId, required })),
  disqualificationRules: disqualificationRules.map(ruleInputOf),
});

const maxQuestions = 20;

/** What the booking form asks: the invitee's own data, then custom fields. */
export function QuestionsSection({ event }: { readonly event: EventSettingsFragment }) {
  const { form, errorWithin, frame, follow } = useSection({ name: 'questions', event, valuesOf, inputOf });
  const { inviteeQuestions: questions, secondaryQuestions: fieldQuestions, disqualificationRules: rules } = form.values;
  const dialogs = useDialogs<About['is'], About>();
  const urql = useClient();
  const readField = useFieldReader();
  const fields = new Map(useAllFields()?.map((field) => [field.id, field]));
  const others = [...fields.values()].filter(
    ({ id, hidden }) => !hidden && !fieldQuestions.some(({ customFieldId }) => customFieldId === id),
  );
  const change = useChange(frame, form.setValues);
  const edit = async ({ customFieldId, required }: FieldQuestion) => {
    const field = await readField(customFieldId);
    if (field) dialogs.open('changed', { is: 'changed', field, required });
  };
  const removed = event.secondaryQuestions.some(
    ({ customFieldId }) => !fieldQuestions.some((each) => each.customFieldId === customFieldId),
  );
  return (
    <>
      <SectionPanel
        name="questions"
        frame={frame}
        summary="What the booking form asks, in order."
        note={removed && 'Removed questions keep their fields and answers'}
      >
        <QuestionList title="About the invitee" error={errorWithin('inviteeQuestions')}>
          <OrderedList
            label="About the invitee"
            rows={questions}
            keyOf={({ type, statement }) => `${type} ${statement}`}
            nameOf={({ statement }) => `“${statement}”`}
            onMove={(from, to) => form.reorderListItem('inviteeQuestions', { from, to })}
            className="question-rows"
            buttons={(_, index, name) => (
              <RemoveButton name={name} onClick={() => form.removeListItem('inviteeQuestions', index)} />
            )}
          >
            {(question, index) => (
              <FieldRow
                icon={<UserIcon />}
                label={question.statement}
                facts={[
                  questionTypeOptions.find(({ value }) => value === question.type)?.label,
                  question.required && 'Required',
                ]}
                onOpen={() => dialogs.open('invitee', { is: 'invitee', question, index })}
              />
            )}
          </OrderedList>
        </QuestionList>
        <QuestionList
          title="Your own questions"
          hint={
            fieldQuestions.length === 0 ? 'None yet. Answers are stored with the contact or with the call.' : undefined
          }
          error={errorWithin('secondaryQuestions') ?? errorWithin('disqualificationRules')}
        >
          <OrderedList
            label="Your own questions"
            rows={fieldQuestions}
            keyOf={({ customFieldId }) => customFieldId}
            nameOf={(question) => `“${labelOf(question, fields)}”`}
            onMove={(from, to) => form.reorderListItem('secondaryQuestions', { from, to })}
            className="question-rows"
            buttons={({ customFieldId }, index, name) => (
              <RemoveButton
                name={name}
                onClick={() => {
                  form.removeListItem('secondaryQuestions', index);
                  // Nobody would meet its rule.
                  form.setFieldValue(
                    'disqualificationRules',
                    rules.filter((rule) => rule.customFieldId !== customFieldId),
                  );
                }}
              />
            )}
          >
            {(question) => (
              <QuestionRow
                question={question}
                field={fields.get(question.customFieldId)}
                rule={ruleText(rules, question.customFieldId)}
                onOpen={() => void edit(question)}
              />
            )}
          </OrderedList>
        </QuestionList>
        <Button
          variant="default"
          w="fit-content"
          leftSection={<PlusIcon size={16} />}
          onClick={() => dialogs.open('kinds', { is: 'kinds' })}
        >
          Question
        </Button>
      </SectionPanel>
      {/* Outside of the form: what is submitted in a dialog is not the section. */}
      <QuestionDialogs
        {...{ dialogs, rules, others }}
        eventId={event.id}
        hasRoom={questions.length < maxQuestions}
        onField={({ id, name }) => {
          dialogs.close();
          const { secondaryQuestions } = form.getValues();
          change({ secondaryQuestions: [...secondaryQuestions, { customFieldId: id, name, required: false }] });
        }}
        onCreated={({ id, name }, values) => {
          // The lists may have changed during the request.
          const current = form.getValues();
          change({
            secondaryQuestions: [...current.secondaryQuestions, { customFieldId: id, name, required: values.required }],
            disqualificationRules: rulesAfter(current.disqualificationRules, { customFieldId: id, values }),
          });
        }}
        onChanged={async (stored, values) => {
          // The server has renamed options in the rules of the event.
          const { data } = await urql
            .query(CurrentEventDocument, { id: event.id }, { requestPolicy: 'network-only' })
            .toPromise();
          if (data?.event) follow(data.event);
          const current = form.getValues();
          change({
            secondaryQuestions: current.secondaryQuestions.map((each) =>
              each.customFieldId === stored.id
                ? { ...each, name: values.name.trim(), required: values.required }
                : each,
            ),
            disqualificationRules: rulesAfter(current.disqualificationRules, {
              customFieldId: stored.id,
              values,
              stored,
            }),
          });
        }}
        onInvitee={({ question, index }) => {
          dialogs.close();
          const { inviteeQuestions: current } = form.getValues();
          const place = index ?? current.length;
          change({ inviteeQuestions: [...current.slice(0, place), question, ...current.slice(place + 1)] });
        }}
      />
    </>
  );
}

type Values = ReturnType<typeof valuesOf>;

/** Takes what a dialog says into the section, and saves it at once, unless other changes wait to be saved. */
function useChange(
  { isChanged, onSave }: ReturnType<typeof useSection>['frame'],
  setValues: (changes: Partial<Values>) => void,
) {
  const [saves, setSaves] = useState(false);
  useEffect(() => {
    if (!saves) return;
    setSaves(false);
    if (isChanged) onSave();
  }, [saves, isChanged, onSave]);
  return (changes: Partial<Values>) => {
    setValues(changes);
    setSaves(!isChanged);
  };
}
