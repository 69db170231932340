import { Text } from '@mantine/core';
import { listedEmails } from '#src/lib/network/email-list.ts';
import type { CallRecordFragment } from '../../../gql/call.ts';
import { UpdateGuestsDocument } from '../../../gql/guests.ts';
import { ActDialog, type DialogAbout } from '../../../kit/dialogs.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { GuestsField, guestErrors, guestsProblem } from '../../../parts/calls/guests-field.tsx';

/** Adds guests to a call and removes them. */
export function GuestsDialog(dialog: DialogAbout<{ readonly call: CallRecordFragment }>) {
  return (
    <ActDialog
      {...dialog}
      title={({ call }) => `Guests of the call with ${call.inviteeName}`}
      action="Save guests"
      document={UpdateGuestsDocument}
      initialValues={({ call }) => ({ guests: call.guests.join('\n') })}
      validate={{ guests: guestsProblem }}
      fieldErrors={guestErrors}
      variables={({ guests }, { call: { id } }) => ({ input: { id, guests: listedEmails(guests) } })}
      onDone={({ updateEventCallGuests: call }) => notifyDone(doneText(call?.guests.length ?? 0))}
    >
      {(form) => (
        <>
          <GuestsField {...form.getInputProps('guests')} />
          <Text size="sm" c="dimmed">
            New guests get an invitation, removed ones a cancellation, if the event sends email.
          </Text>
        </>
      )}
    </ActDialog>
  );
}

function doneText(count: number): string {
  if (count === 0) return 'The call has no guests';
  return count === 1 ? 'The call has 1 guest' : `The call has ${count} guests`;
}
