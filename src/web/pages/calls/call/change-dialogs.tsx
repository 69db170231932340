import { Text, Textarea, type TextareaProps } from '@mantine/core';
import { useSession } from '../../../app/session.ts';
import { type CallRecordFragment, CancelCallDocument, MoveCallDocument } from '../../../gql/call.ts';
import { dayTimeText } from '../../../kit/days.ts';
import { ActDialog, type DialogAbout } from '../../../kit/dialogs.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { OpenTimes } from '../../../parts/calls/open-times.tsx';

type AboutCall = DialogAbout<{ readonly call: CallRecordFragment }>;

/** Moves a call to an open time of its event. */
export function MoveDialog(dialog: AboutCall) {
  const { timeZone } = useSession().user;
  return (
    <ActDialog
      {...dialog}
      size="lg"
      title={({ call }) => `Move the call with ${call.inviteeName}`}
      action="Move the call"
      document={MoveCallDocument}
      draft={({ call }) => `move:${call.id}`}
      initialValues={() => ({ dateTime: '', rescheduleReason: '' })}
      validate={{ dateTime: (dateTime) => (dateTime === '' ? 'Choose a time' : null) }}
      variables={({ dateTime, rescheduleReason }, { call }) => ({
        input: { id: call.id, dateTime, ...(rescheduleReason.trim() !== '' && { rescheduleReason }) },
      })}
      onDone={(_data, _about, { dateTime }) => notifyDone(`Moved to ${dayTimeText(dateTime, timeZone)}`)}
    >
      {(form, { call }) => (
        <>
          <OpenTimes
            legend="New time"
            eventId={call.eventId}
            hostId={call.userId}
            chosen={form.values.dateTime}
            error={form.errors.dateTime}
            onChoose={(dateTime) => form.setFieldValue('dateTime', dateTime)}
          />
          <ReasonField {...form.getInputProps('rescheduleReason')} />
        </>
      )}
    </ActDialog>
  );
}

/** Cancels a call, with a reason that the invitee reads. */
export function CancelDialog(dialog: AboutCall) {
  return (
    <ActDialog
      {...dialog}
      title={({ call }) => `Cancel the call with ${call.inviteeName}?`}
      action="Cancel the call"
      cancel="Keep the call"
      isDangerous
      document={CancelCallDocument}
      draft={({ call }) => `cancel:${call.id}`}
      initialValues={() => ({ cancelReason: '' })}
      variables={({ cancelReason }, { call }) => ({
        input: { id: call.id, ...(cancelReason.trim() !== '' && { cancelReason }) },
      })}
      onDone={(_, { call }) => notifyDone(`The call with ${call.inviteeName} is cancelled`)}
    >
      {(form) => (
        <>
          <Text size="sm">
            The time is free again, and the invitee gets an email if the event sends email. A cancelled call cannot be
            brought back: book a new one.
          </Text>
          <ReasonField {...form.getInputProps('cancelReason')} />
        </>
      )}
    </ActDialog>
  );
}

function ReasonField(input: TextareaProps) {
  return <Textarea label="Reason" description="The invitee sees it." autosize minRows={2} maxRows={8} {...input} />;
}
