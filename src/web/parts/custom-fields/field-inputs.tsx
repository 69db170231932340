import { Checkbox, Group, Input, SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { EditableFieldFragment } from '../../gql/custom-fields.ts';
import { Radios } from '../../kit/choice-groups.tsx';
import { countOf } from '../../kit/counts.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { type KindName, kindNameOf, kindNames, kindOf } from './kinds.ts';
import { type FieldValues, newOption } from './values.ts';

/** Few fields are numbers. */
const NumberSettings = lazyPart(() => import('./number-settings.tsx'), 'NumberSettings');
/** A text has none. */
const OptionsInput = lazyPart(() => import('./options-input.tsx'), 'OptionsInput');

interface FieldInputsProps {
  readonly form: UseFormReturnType<FieldValues>;
  /** Absent for a field that does not exist yet. */
  readonly stored?: EditableFieldFragment | undefined;
  /** Whether an event asks for it: then the answers are kept with the contact or with the call. */
  readonly isQuestion: boolean;
}

/** The form of a field: the same where an event asks for it, and in the settings. */
export function FieldInputs({ form, stored, isQuestion }: FieldInputsProps) {
  const { kind } = form.values;
  const { hasOptions, isTyped } = kindOf(kind);
  return (
    <>
      {stored && <KindInput {...{ form, stored, isQuestion }} />}
      <TextInput
        label="Label"
        description={kind === 'consent' ? 'For your team; the form shows the sentence alone' : undefined}
        placeholder={isQuestion && kind !== 'consent' ? 'How many people work with you?' : undefined}
        maxLength={255}
        autoComplete="off"
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      {kind === 'consent' && (
        <Textarea
          label="The sentence that people agree to"
          placeholder="I agree to be contacted about my request."
          autosize
          minRows={2}
          maxRows={5}
          maxLength={255}
          withAsterisk
          {...form.getInputProps('options.0.name')}
        />
      )}
      <Textarea
        label="Help text"
        placeholder={isQuestion ? 'Shown below the question' : 'What it means, for whoever fills it in'}
        autosize
        maxRows={5}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
      {hasOptions && <OptionsInput form={form} stored={stored} />}
      {kind === 'choice' && !stored?.isSystemField && <LooksInput form={form} stored={stored} />}
      {(kind === 'number' || kind === 'rating') && <NumberSettings form={form} />}
      {kind === 'date' && <Checkbox label="With a time" {...form.getInputProps('withTime', { type: 'checkbox' })} />}
      {isTyped && (
        <TextInput
          label="Placeholder"
          placeholder="An example, shown while the field is empty"
          maxLength={255}
          autoComplete="off"
          {...form.getInputProps('placeholder')}
        />
      )}
      {isQuestion && <KeeperInput form={form} stored={stored} />}
    </>
  );
}

/** Answers of one kind are not those of another. */
function fixedReason(stored: EditableFieldFragment | undefined): string | undefined {
  if (stored?.isSystemField) return 'Fixed, because every workspace has this field';
  const { answerCount = 0 } = stored?.usage ?? {};
  if (answerCount > 0)
    return `Fixed, because ${countOf(answerCount, 'answer')} ${answerCount === 1 ? 'exists' : 'exist'}`;
  return undefined;
}

function KindInput({ form, stored, isQuestion }: FieldInputsProps & { readonly stored: EditableFieldFragment }) {
  const { kind, options } = form.values;
  const isConsent = kindNameOf(stored) === 'consent';
  const reason = fixedReason(stored);
  const { title, icon: Icon } = kindOf(kind);
  // A consent with more options is a multiple choice, with the same input type: its answers stay valid.
  if (reason !== undefined && !isConsent) {
    return (
      <Group gap="xs" wrap="nowrap">
        <Icon />
        <Text size="sm">
          {title}
          <span className="soft"> · {reason}</span>
        </Text>
      </Group>
    );
  }
  const choose = (chosen: string | null) => {
    const next = (chosen ?? kind) as KindName;
    form.setFieldValue('kind', next);
    if (next === 'consent')
      form.setFieldValue(
        'options',
        options.filter(({ id }) => id !== undefined),
      );
    if (kindOf(next).hasOptions && options.length === 0) form.setFieldValue('options', [newOption(), newOption()]);
  };
  const offered: readonly KindName[] = isConsent
    ? ['consent', 'several']
    : kindNames.filter((name) => name !== 'consent' && !(isQuestion && kindOf(name).isInternal));
  return (
    <Select
      label="Kind"
      data={offered.map((name) => ({ value: name, label: kindOf(name).title }))}
      allowDeselect={false}
      leftSection={<Icon />}
      {...form.getInputProps('kind')}
      onChange={choose}
    />
  );
}

function LooksInput({ form, stored }: Pick<FieldInputsProps, 'form' | 'stored'>) {
  const { asButtons } = form.values;
  const reason = fixedReason(stored);
  return (
    <Input.Wrapper label="Show as" labelElement="div" description={reason}>
      <SegmentedControl
        aria-label="Show as"
        display="flex"
        w="fit-content"
        mt={4}
        data={[
          { value: 'list', label: 'A list' },
          { value: 'buttons', label: 'Buttons' },
        ]}
        value={asButtons ? 'buttons' : 'list'}
        onChange={(look) => form.setFieldValue('asButtons', look === 'buttons')}
        disabled={reason !== undefined}
      />
    </Input.Wrapper>
  );
}

function KeeperInput({ form, stored }: Pick<FieldInputsProps, 'form' | 'stored'>) {
  const { answerCount = 0, askingEventCount = 0 } = stored?.usage ?? {};
  const isFixed = answerCount > 0 || askingEventCount > 0;
  return (
    <Radios
      label="Keep with"
      description={isFixed ? 'Fixed, because the field is in use' : undefined}
      {...form.getInputProps('type')}
      choices={[
        {
          value: 'CONTACT',
          label: 'The contact',
          description: 'Stored with the contact, for all their calls',
          disabled: isFixed,
        },
        { value: 'CALL', label: 'The call', description: 'Stored with this call only', disabled: isFixed },
      ]}
    />
  );
}
