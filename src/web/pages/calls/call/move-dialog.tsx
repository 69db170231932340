import { Modal } from '@mantine/core';
import { now } from '../../../app/beginning.ts';
import { useSession } from '../../../app/session.ts';
import {
  type CallRecordFragment,
  MoveCallDocument,
  type MoveCallMutation,
  type MoveCallMutationVariables,
} from '../../../gql/call.ts';
import { dayOf, dayText, timeText } from '../../../kit/days.ts';
import type { DialogAbout } from '../../../kit/dialogs.tsx';
import { Form, useActForm } from '../../../kit/form.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { OpenTimes } from '../../../parts/calls/open-times.tsx';
import { ReasonField } from './reason-field.tsx';

interface AboutCall {
  readonly call: CallRecordFragment;
}

interface Values extends Record<string, unknown> {
  readonly dateTime: string;
  readonly rescheduleReason: string;
}

/** Moves a call to an open time of its event. */
export function MoveDialog({ about, ...dialog }: DialogAbout<AboutCall>) {
  return (
    <Modal {...dialog} size="lg" title={about ? `Move the call with ${about.call.inviteeName}` : ''}>
      {about && <MoveForm call={about.call} onClose={dialog.onClose} />}
    </Modal>
  );
}

function MoveForm({ call, onClose }: AboutCall & { readonly onClose: () => void }) {
  const { timeZone } = useSession().user;
  const { form, frame } = useActForm<Values, MoveCallMutation, MoveCallMutationVariables>({
    document: MoveCallDocument,
    draft: `move:${call.id}`,
    initialValues: { dateTime: '', rescheduleReason: '' },
    validate: { dateTime: (dateTime) => (dateTime === '' ? 'Choose a time' : null) },
    variables: ({ dateTime, rescheduleReason }) => ({
      input: { id: call.id, dateTime, ...(rescheduleReason.trim() !== '' && { rescheduleReason }) },
    }),
    onDone: (_data, _form, { dateTime }) => {
      onClose();
      const day = dayText(dayOf(dateTime, timeZone), dayOf(now(), timeZone));
      notifyDone(`Moved to ${day}, ${timeText(dateTime, timeZone)}`);
    },
  });
  return (
    <Form {...frame} action="Move the call" onCancel={onClose}>
      <OpenTimes
        legend="New time"
        eventId={call.eventId}
        hostId={call.userId}
        chosen={form.values.dateTime}
        error={form.errors.dateTime}
        onChoose={(dateTime) => form.setFieldValue('dateTime', dateTime)}
      />
      <ReasonField {...form.getInputProps('rescheduleReason')} />
    </Form>
  );
}
