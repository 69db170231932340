import { Checkbox, Group, Input, Select, TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Checkboxes } from '../../../kit/choice-groups.tsx';
import { operatorOptions } from './form-fields.ts';
import { answersOf, canDisqualify, type QuestionValues } from './question-rule.ts';

/** How this event asks for a field: whether an answer is required, and which answers disqualify. */
export function QuestionRuleInputs({ form }: { readonly form: UseFormReturnType<QuestionValues> }) {
  const { kind } = form.values;
  return (
    <>
      <Checkbox
        label="Required"
        description={kind === 'consent' ? 'People must tick the box to book' : undefined}
        {...form.getInputProps('required', { type: 'checkbox' })}
      />
      {canDisqualify(kind) && <DisqualifyInput form={form} />}
    </>
  );
}

function DisqualifyInput({ form }: { readonly form: UseFormReturnType<QuestionValues> }) {
  const answers = answersOf(form.values);
  if (!answers) {
    return (
      <Input.Wrapper label="Disqualify if the answer" labelElement="div">
        <Group gap="xs" align="flex-start" mt={4}>
          <Select
            aria-label="How the answer compares"
            data={operatorOptions}
            allowDeselect={false}
            w="10rem"
            {...form.getInputProps('operator')}
          />
          <TagsInput
            aria-label="Answers that disqualify"
            placeholder={form.values.ruleValues.length === 0 ? 'None. Type a text and press Enter' : undefined}
            acceptValueOnBlur
            flex="1 1 14rem"
            maxLength={255}
            {...form.getInputProps('ruleValues')}
          />
        </Group>
      </Input.Wrapper>
    );
  }
  if (answers.length === 0) return null;
  return (
    <Checkboxes
      label="Disqualify if the answer is"
      description="People who choose a ticked answer cannot book and do not see why"
      {...form.getInputProps('disqualifying')}
      choices={answers.map(({ key, name }) => ({ value: key, label: name }))}
    />
  );
}
