import { Alert, Modal, NativeSelect, Radio, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSession } from '../../app/session.ts';
import { dayOf, dayText, timeText } from '../../kit/days.ts';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { useDraft } from '../../kit/draft.ts';
import { Form, leadToError, useFieldErrors } from '../../kit/form.tsx';
import { WarningIcon } from '../../kit/icons.tsx';
import { useNow } from '../../kit/now.ts';
import { optionsOf } from '../../kit/options.ts';
import { OutcomeConflictNote } from './outcome-conflict.tsx';
import {
  type CallForOutcome,
  isOutcome,
  isToCome,
  type NoSaleReason,
  needsReason,
  type Outcome,
  outcomesOf,
  outcomeTitles,
  reasonTitles,
} from './outcomes.ts';
import { type OutcomeInput, useSetOutcome } from './set-outcome.ts';

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

type Values = Record<'outcome' | 'noSaleReason' | 'objection' | 'notes', string>;

const reasons = [{ value: '', label: 'Choose…' }, ...optionsOf(reasonTitles)];

type OutcomeFormProps = AboutOutcome & Pick<OutcomeDialogProps, 'onClose' | 'onDone'>;

function OutcomeForm({ call, outcome: chosen = call.outcome as Outcome, onClose, onDone }: OutcomeFormProps) {
  const { set, conflict, isBusy, problem: refusal } = useSetOutcome();
  const form = useForm<Values>({
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
  });
  const problem = useFieldErrors(form, refusal);
  const { forget: forgetDraft } = useDraft(`outcome:${call.id}`, form);
  const submit = async (input: OutcomeInput, expected?: Outcome | null) => {
    if (!(await set(call, input, expected))) return;
    forgetDraft();
    onClose();
    if (input.outcome) onDone(call, input.outcome);
  };
  const keep = () => {
    forgetDraft();
    onClose();
  };
  return (
    <Form
      state={{ isBusy, problem }}
      onSubmit={form.onSubmit((values) => submit(inputOf(call, values)), leadToError)}
      action="Set the outcome"
      onCancel={onClose}
    >
      {conflict && (
        <OutcomeConflictNote
          conflict={conflict}
          isBusy={isBusy}
          onKeep={keep}
          onReplace={() => submit(inputOf(call, form.values), conflict.outcome)}
        />
      )}
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
      <NotBegun call={call} />
    </Form>
  );
}

/** Who sets the outcome of a call to come reads so first, and may still leave it. */
function NotBegun({ call }: Pick<AboutOutcome, 'call'>) {
  const { timeZone } = useSession().user;
  const now = useNow();
  if (!isToCome(call, now)) return null;
  return (
    <Alert role="note" color="orange" icon={<WarningIcon />}>
      This call has not begun yet: it starts on {dayText(dayOf(call.dateTime, timeZone), dayOf(now, timeZone))} at{' '}
      {timeText(call.dateTime, timeZone)}.
    </Alert>
  );
}

const growing = { autosize: true, minRows: 2, maxRows: 8 } as const;

/** What is not in the input stays as it is; an empty text clears it. */
function inputOf(call: CallForOutcome, { outcome, noSaleReason, objection, notes }: Values): OutcomeInput {
  return {
    outcome: isOutcome(outcome) ? outcome : null,
    ...(needsReason(outcome) && { noSaleReason: noSaleReason as NoSaleReason }),
    ...(needsReason(outcome) && objection !== (call.objection ?? '') && { objection }),
    ...(notes !== (call.notes ?? '') && { notes }),
  };
}
