import { Alert, Modal, Radio, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/session.ts';
import { dayOf, dayText, timeText } from '../../kit/days.ts';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { useDraft } from '../../kit/draft.ts';
import { Form, leadToError, useFieldErrors } from '../../kit/form.tsx';
import { WarningIcon } from '../../kit/icons.tsx';
import { KeyHint } from '../../kit/key-hint.tsx';
import { notifyDone, notifyProblem } from '../../kit/messages.tsx';
import { useNow } from '../../kit/now.ts';
import { OutcomeConflictNote } from './outcome-conflict.tsx';
import { growing, ResultFields } from './outcome-fields.tsx';
import { fieldErrors, inputOf, type OutcomeValues, validate, valuesOf } from './outcome-values.ts';
import {
  type CallForOutcome,
  doneText,
  isToCome,
  type Outcome,
  type Result,
  resultsOf,
  resultTexts,
  resultTitle,
} from './outcomes.ts';
import { type FinishInput, useFinishCall } from './use-finish-call.ts';

interface AboutOutcome {
  readonly call: CallForOutcome;
  /** Chosen already. */
  readonly result?: Result | undefined;
}

interface OutcomeSheetProps extends DialogAbout<AboutOutcome> {
  /** It is sent, and shown as set. */
  readonly onSent?: (call: CallForOutcome, result: Result) => void;
  readonly onDone?: (call: CallForOutcome) => void;
  /** It is refused, or taken back. */
  readonly onUndone?: (call: CallForOutcome) => void;
}

/**
 * How a call ended, and what follows from it: a sale, a reason, the next call. It closes at once; where the server refuses, it opens
 * again with what was entered.
 */
export function OutcomeSheet({ about, opened, onClose, onSent, onDone, onUndone }: OutcomeSheetProps) {
  const finishing = useFinishCall();
  const [isRefused, setIsRefused] = useState(false);
  const shownId = useRef(about?.call.id);
  useEffect(() => {
    shownId.current = about?.call.id;
    return () => {
      shownId.current = undefined;
    };
  });
  const close = () => {
    setIsRefused(false);
    finishing.forget();
    onClose();
  };
  const send = async (call: CallForOutcome, input: FinishInput, { result, expected, forgetDraft }: Sent) => {
    const saved = finishing.finish(call, input, expected);
    setIsRefused(false);
    onClose();
    onSent?.(call, result);
    if (!(await saved)) {
      onUndone?.(call);
      if (shownId.current === call.id) return setIsRefused(true);
      // Another call is open by now, or another page.
      finishing.forget();
      const title = `The outcome of the call with ${call.inviteeName} is not set`;
      return notifyProblem({ title, text: 'Open it again: what you entered is still there.', fields: {} });
    }
    forgetDraft();
    onDone?.(call);
    notifyDone(doneText(call, result), async () => {
      if (await finishing.undo(call)) onUndone?.(call);
    });
  };
  return (
    <Modal
      opened={opened || isRefused}
      onClose={close}
      title={about ? `Outcome of the call with ${about.call.inviteeName}` : ''}
      size="lg"
    >
      {about && <OutcomeForm key={about.call.id} {...about} {...{ finishing, send }} onClose={close} />}
    </Modal>
  );
}

interface Sent {
  readonly result: Result;
  readonly expected?: Outcome | null | undefined;
  readonly forgetDraft: () => void;
}

interface OutcomeFormProps extends AboutOutcome {
  readonly finishing: ReturnType<typeof useFinishCall>;
  readonly send: (call: CallForOutcome, input: FinishInput, sent: Sent) => Promise<void>;
  readonly onClose: () => void;
}

function OutcomeForm({ call, result: chosen, finishing, send, onClose }: OutcomeFormProps) {
  const { isBusy } = finishing;
  const { conflict, problem: refusal } = finishing.callId === call.id ? finishing : {};
  const form = useForm<OutcomeValues>({ initialValues: valuesOf(call, chosen), validate });
  const { setValues } = form;
  // What was chosen for the sheet comes before what was chosen when the draft was left.
  const restore = useCallback(
    (draft: OutcomeValues) => setValues(chosen === undefined ? draft : { ...draft, result: chosen }),
    [setValues, chosen],
  );
  const { forget: forgetDraft } = useDraft(`outcome:${call.id}`, { ...form, setValues: restore });
  // A draft that is filled in clears the errors of the form, so they come after it.
  const problem = useFieldErrors(form, refusal, fieldErrors);
  const results = resultsOf[call.callType];
  const { result } = form.values;
  const fields = useRef<HTMLDivElement>(null);
  // The open times come later than the focus.
  const isChoice = chosen === undefined || chosen === 'FOLLOW_UP';
  const submit = (values: OutcomeValues, expected?: Outcome | null) =>
    send(call, inputOf(call, values), { result: values.result as Result, expected, forgetDraft });
  const keep = () => {
    forgetDraft();
    onClose();
  };
  const choose = (next: Result) => {
    form.setFieldValue('result', next);
    // What the result unfolds is there with the next picture.
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus());
  };
  const chooseByKey = (event: KeyboardEvent<HTMLElement>) => {
    const next = results[Number(event.key) - 1];
    const isTyped = (event.target as HTMLElement).matches('input:not([type="radio"]), select, textarea');
    if (!next || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(next);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the radio buttons inside.
    <div onKeyDown={chooseByKey}>
      <Form
        state={{ isBusy, problem }}
        onSubmit={form.onSubmit((values) => submit(values), leadToError)}
        action="Set the outcome"
        onCancel={onClose}
      >
        {conflict && (
          <OutcomeConflictNote
            conflict={conflict}
            isBusy={isBusy}
            onKeep={keep}
            chosen={result === '' ? undefined : (result as Result)}
            onReplace={() => form.onSubmit((values) => submit(values, conflict.outcome), leadToError)()}
          />
        )}
        <Radio.Group label="How did it end?" {...form.getInputProps('result')}>
          <Stack gap="xs" mt="xs">
            {results.map((each, index) => (
              <Radio
                key={each}
                value={each}
                label={
                  <>
                    {resultTitle(each)} <KeyHint of={String(index + 1)} />
                  </>
                }
                description={resultTexts[each]}
                data-autofocus={(isChoice && each === (result || results[0])) || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <div ref={fields} className="unfolded-fields">
          <ResultFields {...{ call, form, chosen }} />
          <Textarea
            label="Internal notes"
            data-autofocus={!isChoice || undefined}
            {...growing}
            {...form.getInputProps('notes')}
          />
        </div>
        <NotBegun call={call} />
      </Form>
    </div>
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
