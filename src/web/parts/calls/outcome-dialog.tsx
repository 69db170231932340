import { Modal, NativeSelect, Radio, Stack, Textarea } from '@mantine/core';
import { SetOutcomeDocument, type SetOutcomeMutation, type SetOutcomeMutationVariables } from '../../gql/outcome.ts';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { Form, useActForm } from '../../kit/form.tsx';
import { optionsOf } from '../../kit/options.ts';
import {
  type CallForOutcome,
  isOutcome,
  type NoSaleReason,
  needsReason,
  type Outcome,
  outcomesOf,
  outcomeTitles,
  reasonTitles,
} from './outcomes.ts';

interface AboutOutcome {
  readonly call: CallForOutcome;
  /** Chosen already. */
  readonly outcome?: Outcome | undefined;
}

interface OutcomeDialogProps extends DialogAbout<AboutOutcome> {
  readonly onDone: (call: CallForOutcome, outcome: Outcome) => void;
}

/** How a call ended, and why nothing was sold where nothing was. */
export function OutcomeDialog({ about, onDone, ...dialog }: OutcomeDialogProps) {
  return (
    <Modal {...dialog} title={about ? `Outcome of the call with ${about.call.inviteeName}` : ''}>
      {about && <OutcomeForm key={about.call.id} {...about} onClose={dialog.onClose} onDone={onDone} />}
    </Modal>
  );
}

interface Values extends Record<string, unknown> {
  readonly outcome: string;
  readonly noSaleReason: string;
  readonly objection: string;
  readonly notes: string;
}

const reasons = [{ value: '', label: 'Choose…' }, ...optionsOf(reasonTitles)];

type OutcomeFormProps = AboutOutcome & Pick<OutcomeDialogProps, 'onClose' | 'onDone'>;

function OutcomeForm({ call, outcome: chosen = call.outcome as Outcome, onClose, onDone }: OutcomeFormProps) {
  const { form, frame } = useActForm<Values, SetOutcomeMutation, SetOutcomeMutationVariables>({
    document: SetOutcomeDocument,
    draft: `outcome:${call.id}`,
    initialValues: {
      outcome: isOutcome(chosen) ? chosen : '',
      noSaleReason: call.noSaleReason ?? '',
      objection: call.objection ?? '',
      notes: call.notes ?? '',
    },
    validate: {
      outcome: (outcome) => (isOutcome(outcome) ? null : 'Choose how the call ended'),
      noSaleReason: (reason, { outcome }) => (needsReason(outcome) && reason === '' ? 'Choose why' : null),
    },
    variables: (values) => ({ input: inputOf(call, values) }),
    onDone: (_data, _form, { outcome }) => {
      onClose();
      if (isOutcome(outcome)) onDone(call, outcome);
    },
  });
  return (
    <Form {...frame} action="Set the outcome" onCancel={onClose}>
      <Radio.Group label="How did it end?" {...form.getInputProps('outcome')}>
        <Stack gap="xs" mt="xs">
          {outcomesOf[call.callType].map((outcome) => (
            <Radio key={outcome} value={outcome} label={outcomeTitles[outcome]} />
          ))}
        </Stack>
      </Radio.Group>
      {needsReason(form.values.outcome) && (
        <>
          <NativeSelect
            label="Why was nothing sold?"
            data={reasons}
            data-autofocus
            {...form.getInputProps('noSaleReason')}
          />
          <Textarea
            label="Objection"
            description="What spoke against it, in their words."
            {...growing}
            {...form.getInputProps('objection')}
          />
        </>
      )}
      <Textarea label="Internal notes" {...growing} {...form.getInputProps('notes')} />
    </Form>
  );
}

const growing = { autosize: true, minRows: 2, maxRows: 8 } as const;

/** What is not in the input stays as it is; an empty text clears it. */
function inputOf(call: CallForOutcome, { outcome, noSaleReason, objection, notes }: Values) {
  return {
    eventCallId: call.id,
    outcome: isOutcome(outcome) ? outcome : null,
    ...(needsReason(outcome) && { noSaleReason: noSaleReason as NoSaleReason }),
    ...(needsReason(outcome) && objection !== (call.objection ?? '') && { objection }),
    ...(notes !== (call.notes ?? '') && { notes }),
  };
}
