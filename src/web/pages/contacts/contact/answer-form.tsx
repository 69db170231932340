import { useEffect, useRef } from 'react';
import { AnswerFieldDocument } from '../../../gql/answers.ts';
import { Form, useActForm } from '../../../kit/form.tsx';
import { AnswerControl } from '../../../parts/answers/control.tsx';
import { answerProblem, type Field, type MemberChoice } from '../../../parts/answers/fields.ts';

interface AnswerFormProps {
  readonly field: Field;
  readonly members: readonly MemberChoice[];
  readonly contactId: number;
  readonly answer: readonly string[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Changes the answer to one field, where it is shown. */
export function AnswerForm({ field, members, contactId, answer, onClose, onSaved }: AnswerFormProps) {
  const { form, forget, frame } = useActForm({
    document: AnswerFieldDocument,
    draft: `answer:${contactId}:${field.id}`,
    initialValues: { answer },
    variables: (values) => ({ input: { customFieldId: field.id, contactId, answer: [...values.answer] } }),
    onDone: onSaved,
  });
  const cancel = () => {
    forget();
    onClose();
  };
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is pressed in the control.
    <div ref={place} onKeyDown={({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && cancel()}>
      <Form {...frame} action="Save" onCancel={cancel}>
        <AnswerControl
          {...{ field, members }}
          answer={form.values.answer}
          onChange={(changed) => form.setFieldValue('answer', changed)}
          error={answerProblem(frame.state.problem)}
        />
      </Form>
    </div>
  );
}
