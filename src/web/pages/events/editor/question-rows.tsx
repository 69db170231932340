import { ActionIcon, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EventSettingsFragment } from '../../../gql/event.ts';
import { CloseIcon } from '../../../kit/icons.tsx';
import { FieldRow } from '../../../parts/custom-fields/field-row.tsx';
import { kindNameOf, kindOf } from '../../../parts/custom-fields/kinds.ts';
import type { FormField } from './form-fields.ts';
import { FieldError } from './row-list.tsx';

export type FieldQuestion = Pick<
  EventSettingsFragment['secondaryQuestions'][number],
  'customFieldId' | 'name' | 'required'
>;

/** The name of the field now; that of the event until the fields are read. */
export function labelOf({ customFieldId, name }: FieldQuestion, fields: ReadonlyMap<number, FormField>): string {
  return fields.get(customFieldId)?.name ?? name;
}

interface QuestionListProps {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly error: ReactNode;
  readonly children: ReactNode;
}

/** Questions of one sort, under a heading. */
export function QuestionList({ title, hint, error, children }: QuestionListProps) {
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {title}
      </Title>
      {hint !== undefined && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {children}
      <FieldError>{error}</FieldError>
    </section>
  );
}

interface QuestionRowProps {
  readonly question: FieldQuestion;
  /** Undefined until the fields are read. */
  readonly field: FormField | undefined;
  readonly rule: string | undefined;
  readonly onOpen: () => void;
}

/** A question that a custom field answers. */
export function QuestionRow({ question, field, rule, onOpen }: QuestionRowProps) {
  const kind = field && kindOf(kindNameOf(field));
  const Icon = kind?.icon;
  return (
    <FieldRow
      icon={Icon && <Icon />}
      label={field?.name ?? question.name}
      help={field?.description}
      facts={[kind?.title, question.required && 'Required', field?.hidden && 'Hidden field']}
      warning={rule}
      onOpen={onOpen}
    />
  );
}

/** Takes a question out of the form. */
export function RemoveButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onClick}>
      <CloseIcon />
    </ActionIcon>
  );
}
