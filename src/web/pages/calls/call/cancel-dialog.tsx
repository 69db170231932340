import { Modal, Text } from '@mantine/core';
import {
  type CallRecordFragment,
  CancelCallDocument,
  type CancelCallMutation,
  type CancelCallMutationVariables,
} from '../../../gql/call.ts';
import type { DialogAbout } from '../../../kit/dialogs.tsx';
import { Form, useActForm } from '../../../kit/form.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { ReasonField } from './reason-field.tsx';

interface AboutCall {
  readonly call: CallRecordFragment;
}

/** Cancels a call, with a reason that the invitee reads. */
export function CancelDialog({ about, ...dialog }: DialogAbout<AboutCall>) {
  return (
    <Modal {...dialog} title={about ? `Cancel the call with ${about.call.inviteeName}?` : ''}>
      {about && <CancelForm call={about.call} onClose={dialog.onClose} />}
    </Modal>
  );
}

function CancelForm({ call, onClose }: AboutCall & { readonly onClose: () => void }) {
  const { form, frame } = useActForm<{ cancelReason: string }, CancelCallMutation, CancelCallMutationVariables>({
    document: CancelCallDocument,
    draft: `cancel:${call.id}`,
    initialValues: { cancelReason: '' },
    validate: {},
    variables: ({ cancelReason }) => ({
      input: { id: call.id, ...(cancelReason.trim() !== '' && { cancelReason }) },
    }),
    onDone: () => {
      onClose();
      notifyDone(`The call with ${call.inviteeName} is cancelled`);
    },
  });
  return (
    <Form {...frame} action="Cancel the call" isDangerous onCancel={onClose}>
      <Text size="sm">
        The time is free again, and the invitee gets an email if the event sends email. A cancelled call cannot be
        brought back: book a new one.
      </Text>
      <ReasonField {...form.getInputProps('cancelReason')} />
    </Form>
  );
}
