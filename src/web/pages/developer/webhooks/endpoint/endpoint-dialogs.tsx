import { Modal, NativeSelect, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { kindGroups } from '../../../../gql/webhook-kinds.ts';
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  SendWebhookTestDocument,
  type WebhookRowFragment,
} from '../../../../gql/webhooks.ts';
import { useAct } from '../../../../kit/act.ts';
import { ConfirmDialog, type DialogAbout } from '../../../../kit/dialogs.tsx';
import { type DialogProps, FormBody } from '../../../../kit/form.tsx';
import { notifyDone } from '../../../../kit/messages.tsx';
import { RotationForm } from '../../../../parts/rotation-form.tsx';

export function DeleteWebhookDialog(dialog: DialogAbout<WebhookRowFragment>) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      {...dialog}
      title={() => 'Delete this endpoint?'}
      action="Delete the endpoint"
      document={DeleteWebhookDocument}
      variables={({ id }) => ({ input: { id } })}
      onDone={() => {
        notifyDone('The endpoint is deleted');
        navigate({ to: '/settings/developer/webhooks' });
      }}
    >
      {({ url }) => (
        <>
          <Text size="sm" className="breaks">
            <strong>{url}</strong> gets no more events, and waiting events are not sent. Its deliveries with all
            attempts and its signing secret are lost. The events themselves stay for 90 days, at{' '}
            <code>/v1/webhooks/events</code>.
          </Text>
          <Text size="sm" mt="sm">
            To stop sending for a while, pause it instead: after a pause, an endpoint gets what it missed.
          </Text>
        </>
      )}
    </ConfirmDialog>
  );
}

interface SendExampleDialogProps extends DialogProps {
  readonly webhook: WebhookRowFragment;
  /** With the delivery of the example. */
  readonly onSent: (deliveryId: string) => void;
}

/** An event as the documentation shows it, for a receiver that is being written. */
export function SendExampleDialog({ opened, ...props }: SendExampleDialogProps) {
  return (
    <Modal opened={opened} onClose={props.onClose} title="Send an example">
      <ExampleForm {...props} />
    </Modal>
  );
}

const kindChoices = kindGroups.map(({ name, kinds }) => ({ group: name, items: kinds.map(({ kind }) => kind) }));

function ExampleForm({ webhook, onClose, onSent }: Omit<SendExampleDialogProps, 'opened'>) {
  const { act, ...state } = useAct(SendWebhookTestDocument);
  const [kind, setKind] = useState(webhook.kinds[0] ?? '');
  const send = async () => {
    const data = await act({ input: { id: webhook.id, kind } });
    if (data?.sendWebhookTest) onSent(data.sendWebhookTest.id);
  };
  return (
    <FormBody action="Send the example" state={state} onAct={send} onCancel={onClose}>
      <Text size="sm">
        The record is that of the documentation, with ids that mean nothing here. The header{' '}
        <code>webhook-example: true</code> says so: a receiver that is in use must leave it out.
      </Text>
      <NativeSelect
        label="Event"
        data={kindChoices}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value)}
        error={state.problem?.fields.kind}
      />
    </FormBody>
  );
}

interface RotateSecretDialogProps extends DialogProps {
  readonly webhook: WebhookRowFragment;
  readonly onIssued: (secret: string) => void;
}

/** A new secret; the old one signs beside it for as long as the receiver needs to switch. */
export function RotateSecretDialog({ opened, webhook, onClose, onIssued }: RotateSecretDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Rotate the signing secret">
      <RotationForm
        document={RotateWebhookSecretDocument}
        id={webhook.id}
        defaultHours={24}
        previousSecretUntil={webhook.previousSecretUntil}
        underWay="The older of its two secrets ends at once."
        onClose={onClose}
        onDone={({ rotateWebhookSecret }) => {
          if (rotateWebhookSecret) onIssued(rotateWebhookSecret.secret);
        }}
      >
        You get a new secret. Until the old one ends, each request has the signatures of both, so put the new one in
        place meanwhile: nothing is lost, and the endpoint need not stop.
      </RotationForm>
    </Modal>
  );
}
