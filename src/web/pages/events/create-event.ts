import { useCallback, useState } from 'react';
import { type Client, useClient } from 'urql';
import { problemOf } from '../../app/problem.ts';
import {
  CreateEventDocument,
  type CreateEventInput,
  type CreateEventMutation,
  type CreateEventMutationVariables,
  CreateTemplateFieldDocument,
  type PlannedFieldFragment as Field,
  FieldsNamedDocument,
} from '../../gql/events.ts';
import { type Act, useActs } from '../../kit/act.ts';
import { notifyProblem } from '../../kit/messages.tsx';
import { type EventTemplate, type TemplateField, type TemplateName, templates } from './templates.ts';

type Variables = CreateEventMutationVariables & { readonly template: TemplateName };

/**
 * Creates an event from a template. The fields come first and are found by their names, so whatever fails, another try
 * repeats nothing, and no event is there without its questions.
 */
export function useCreateEvent(): Act<CreateEventMutation, Variables> {
  const client = useClient();
  const { act, ...state } = useActs();
  const [isRunning, setIsRunning] = useState(false);
  const create = useCallback(
    async ({ template: name, input }: Variables) => {
      const template: EventTemplate = templates[name];
      setIsRunning(true);
      const fields = await requireFields(client, act, template);
      const created =
        fields && (await act(CreateEventDocument, { input: { ...input, ...questionsOf(template, fields) } }));
      setIsRunning(false);
      return created;
    },
    [client, act],
  );
  return { ...state, isBusy: isRunning || state.isBusy, act: create };
}

type Perform = ReturnType<typeof useActs>['act'];

/** The fields of the template, in its order: those that the workspace lacks are created. Undefined if that failed. */
async function requireFields(client: Client, act: Perform, template: EventTemplate): Promise<Field[] | undefined> {
  const fields: Field[] = [];
  for (const planned of template.fields) {
    const known = await findField(client, planned);
    if (known === null) return undefined;
    const field = known ?? (await act(CreateTemplateFieldDocument, { input: fieldInput(planned) }))?.createCustomField;
    if (!field) return undefined;
    fields.push(field);
  }
  return fields;
}

function fieldInput({ name, type, inputType, options }: TemplateField) {
  return { name, type, inputType, ...(options && { options: options.map((option) => ({ name: option })) }) };
}

/** The field of the workspace with this name and kind of answer; undefined if there is none, null if nobody knows. */
async function findField(client: Client, { name, type, inputType }: TemplateField): Promise<Field | undefined | null> {
  const query = client.query(
    FieldsNamedDocument,
    { objectType: type, search: name },
    { requestPolicy: 'network-only' },
  );
  const { data, error } = await query.toPromise();
  if (error) {
    notifyProblem(problemOf(error));
    return null;
  }
  const answerType = answerTypeOf(inputType);
  const isNamed = (field: Field) => field.name.trim().toLowerCase() === name.toLowerCase();
  return data?.customFields?.data.find((field) => isNamed(field) && answerTypeOf(field.inputType) === answerType);
}

/** One option is chosen from a list or with a radio button. */
function answerTypeOf(inputType: string): string {
  return inputType === 'RADIO_BUTTON' ? 'SINGLE_SELECT' : inputType;
}

/** What the template gives to the event. A rule looks only at options that the field has. */
function questionsOf({ description, fields: planned, ...template }: EventTemplate, fields: readonly Field[]) {
  const disqualificationRules = planned.flatMap(({ disqualifying = [] }, index) => {
    const { id, options = [] } = fields[index] ?? {};
    const values = disqualifying.filter((name) => options.some((each) => each.name === name && !each.isArchived));
    return id === undefined || values.length === 0
      ? []
      : [{ kind: 'ANSWER' as const, customFieldId: id, operator: 'EQUALS' as const, values }];
  });
  return {
    description,
    secondaryQuestions: fields.map(({ id }, index) => ({
      customFieldId: id,
      required: planned[index]?.required ?? false,
    })),
    disqualificationRules,
    disqualifiedMessage: disqualificationRules.length > 0 ? template.disqualifiedMessage : null,
  } satisfies Partial<CreateEventInput>;
}
