import { NativeSelect, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TypedDocumentNode } from 'urql';
import type { ActOptions } from '../kit/act.ts';
import { ActDialog, type DialogAbout } from '../kit/dialogs.tsx';
import { ExactMoment } from '../kit/moment.tsx';
import { now } from '../kit/now.ts';

const overlaps = [
  { value: '0', label: 'Immediately' },
  { value: '1', label: 'After 1 hour' },
  { value: '24', label: 'After 1 day' },
  { value: '168', label: 'After 7 days' },
];

interface OverlapSelectProps {
  readonly label: string;
  /** The longest choice; all are offered without it. */
  readonly maxHours?: number | undefined;
  readonly value?: number;
  readonly onChange?: (hours: number) => void;
  readonly error?: ReactNode;
}

/** When an old secret ends, after a new one was made in its place. */
export function OverlapSelect({ label, maxHours = 168, value, onChange, error }: OverlapSelectProps) {
  return (
    <NativeSelect
      label={label}
      data={overlaps.filter((each) => Number(each.value) <= maxHours)}
      value={String(value)}
      onChange={({ currentTarget }) => onChange?.(Number(currentTarget.value))}
      error={error}
      data-autofocus
    />
  );
}

interface Rotated<Id> {
  readonly id: Id;
  /** Until when the secret before counts; null where there is none. */
  readonly previousSecretUntil: string | null;
}

interface RotationDialogProps<Data, Id, About extends Rotated<Id>> extends DialogAbout<About>, ActOptions {
  readonly title: string;
  readonly document: TypedDocumentNode<Data, { input: { id: Id; overlapHours?: number | null | undefined } }>;
  readonly defaultHours: number;
  readonly maxHours?: number;
  /** What becomes of the two secrets of a rotation that is under way. */
  readonly underWay: string;
  readonly onDone: (data: Data) => void;
  /** What a rotation does. */
  readonly children: ReactNode;
}

/** Creates a new secret. The previous one stays valid beside it for as long as its owner needs to switch. */
export function RotationDialog<Data, Id, About extends Rotated<Id>>(props: RotationDialogProps<Data, Id, About>) {
  const { title, defaultHours, maxHours, underWay, children, ...dialog } = props;
  return (
    <ActDialog
      {...dialog}
      title={() => title}
      action="Rotate the secret"
      initialValues={() => ({ overlapHours: defaultHours })}
      variables={({ overlapHours }, { id }) => ({ input: { id, overlapHours } })}
    >
      {(form, { previousSecretUntil }) => (
        <>
          <Text size="sm">{children}</Text>
          {isPreviousSecretValid(previousSecretUntil) && (
            <Text size="sm">
              A rotation is under way until <ExactMoment at={previousSecretUntil} />. {underWay}
            </Text>
          )}
          <OverlapSelect label="The old secret ends" maxHours={maxHours} {...form.getInputProps('overlapHours')} />
        </>
      )}
    </ActDialog>
  );
}

/** Whether the secret before still counts. */
export function isPreviousSecretValid(previousSecretUntil: string | null): previousSecretUntil is string {
  return previousSecretUntil !== null && new Date(previousSecretUntil) > new Date(now());
}
