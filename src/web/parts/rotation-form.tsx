import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { TypedDocumentNode } from 'urql';
import { now } from '../app/beginning.ts';
import { type ActOptions, useAct } from '../kit/act.ts';
import { FormBody } from '../kit/form.tsx';
import { ExactMoment } from '../kit/moment.tsx';
import { OverlapSelect } from './overlap-select.tsx';

interface RotationFormProps<Data, Id> extends ActOptions {
  readonly document: TypedDocumentNode<Data, { input: { id: Id; overlapHours?: number | null | undefined } }>;
  readonly id: Id;
  readonly defaultHours: number;
  /** The longest choice; all are offered without it. */
  readonly maxHours?: number;
  /** Until when the secret before counts; null where there is none. */
  readonly previousSecretUntil: string | null;
  /** What becomes of the two secrets of a rotation that is under way. */
  readonly underWay: ReactNode;
  readonly onClose: () => void;
  readonly onDone: (data: Data) => void;
  /** What a rotation does. */
  readonly children: ReactNode;
}

/** Makes a new secret; the old one counts beside it for as long as its owner needs to switch. */
export function RotationForm<Data, Id>(props: RotationFormProps<Data, Id>) {
  const { document, id, defaultHours, maxHours, previousSecretUntil, underWay, onClose, onDone, children } = props;
  const { act, ...state } = useAct(document, { once: props.once, ifUnanswered: props.ifUnanswered });
  const [overlapHours, setOverlapHours] = useState(defaultHours);
  const rotate = async () => {
    const data = await act({ input: { id, overlapHours } });
    if (data) onDone(data);
  };
  return (
    <FormBody action="Rotate the secret" state={state} onAct={rotate} onCancel={onClose}>
      <Text size="sm">{children}</Text>
      {isCounting(previousSecretUntil) && (
        <Text size="sm">
          A rotation is under way until <ExactMoment at={previousSecretUntil} />. {underWay}
        </Text>
      )}
      <OverlapSelect
        label="The old secret ends"
        hours={overlapHours}
        {...(maxHours !== undefined && { maxHours })}
        onChange={setOverlapHours}
        error={state.problem?.fields.overlapHours}
      />
    </FormBody>
  );
}

/** Whether the secret before still counts. */
export function isCounting(previousSecretUntil: string | null): previousSecretUntil is string {
  return previousSecretUntil !== null && new Date(previousSecretUntil) > new Date(now());
}
