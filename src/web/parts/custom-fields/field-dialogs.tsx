import './custom-fields.css';
import { Alert, Button, Group, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import {
  CreateFieldDocument,
  type CreateFieldMutation,
  type EditableFieldFragment,
  UpdateFieldDocument,
} from '../../gql/custom-fields.ts';
import { ActDialog, type DialogAbout } from '../../kit/dialogs.tsx';
import { InfoIcon } from '../../kit/icons.tsx';
import { FieldInputs } from './field-inputs.tsx';
import { kindOf } from './kinds.ts';
import { type FieldValues, fieldErrors, fieldProblems, inputOf, updateInputOf } from './values.ts';

type Form<Values> = UseFormReturnType<Values>;

interface FieldDialogProps<About, Values extends FieldValues> extends DialogAbout<About> {
  /** Whether an event asks for it. */
  readonly isQuestion?: boolean;
  readonly initialValues: (about: About) => Values;
  /** More fields of the form, below those of the field. */
  readonly more?: (form: Form<Values>) => ReactNode;
}

interface CreateFieldDialogProps<Values extends FieldValues> extends FieldDialogProps<Values, Values> {
  /** Goes back to the kinds, with what is typed. */
  readonly onBack: (values: Values) => void;
  readonly onCreated: (field: NonNullable<CreateFieldMutation['createCustomField']>, values: Values) => void;
}

/** Creates a field of a kind. What the dialog is about are the values that it begins with. */
export function CreateFieldDialog<Values extends FieldValues>(props: CreateFieldDialogProps<Values>) {
  const { isQuestion = false, more, onBack, onCreated, ...dialog } = props;
  return (
    <ActDialog
      {...dialog}
      size="lg"
      title={() => (isQuestion ? 'New question' : 'New field')}
      action={isQuestion ? 'Add question' : 'Create field'}
      document={CreateFieldDocument}
      validate={fieldProblems as never}
      fieldErrors={fieldErrors}
      variables={(values) => ({ input: inputOf(values) })}
      onDone={({ createCustomField }, _about, values) => createCustomField && onCreated(createCustomField, values)}
    >
      {(form) => (
        <>
          <ChosenKind form={form as never} onBack={() => onBack(form.getValues())} />
          <FieldInputs form={form as never} isQuestion={isQuestion} />
          {more?.(form as never)}
        </>
      )}
    </ActDialog>
  );
}

function ChosenKind({ form, onBack }: { readonly form: Form<FieldValues>; readonly onBack: () => void }) {
  const { title, icon: Icon } = kindOf(form.values.kind);
  return (
    <Group gap="xs">
      <Icon />
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={onBack}>
        Change
      </Button>
    </Group>
  );
}

interface EditFieldDialogProps<Values extends FieldValues> extends FieldDialogProps<EditableFieldFragment, Values> {
  /** What else uses the field: it changes there too. */
  readonly note?: (field: EditableFieldFragment) => string | undefined;
  readonly onChanged: (field: EditableFieldFragment, values: Values) => void;
}

/** Changes a field, wherever it is used. */
export function EditFieldDialog<Values extends FieldValues>(props: EditFieldDialogProps<Values>) {
  const { isQuestion = false, more, note, onChanged, ...dialog } = props;
  return (
    <ActDialog
      {...dialog}
      size="lg"
      title={({ name }) => (isQuestion ? `Question “${name}”` : name)}
      action="Save"
      document={UpdateFieldDocument}
      validate={fieldProblems as never}
      fieldErrors={fieldErrors}
      variables={(values, field) => ({ input: updateInputOf(values, field) })}
      onDone={({ updateCustomField }, _field, values) => updateCustomField && onChanged(updateCustomField, values)}
    >
      {(form, field) => (
        <>
          {note?.(field) !== undefined && (
            <Alert className="warn-note" icon={<InfoIcon />}>
              {note(field)}
            </Alert>
          )}
          <FieldInputs form={form as never} stored={field} isQuestion={isQuestion} />
          {more?.(form as never)}
        </>
      )}
    </ActDialog>
  );
}
