import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { DeleteWebhookDocument, type WebhookRowFragment } from '../../../../gql/webhooks.ts';
import { useAct } from '../../../../parts/act.ts';
import { ConfirmDialog } from '../../../../parts/confirm-dialog.tsx';
import type { DialogProps } from '../../../../parts/form-dialog.tsx';
import { notifyDone } from '../../../../parts/notify.tsx';

interface DeleteWebhookDialogProps extends DialogProps {
  readonly webhook: WebhookRowFragment;
}

export function DeleteWebhookDialog({ webhook, opened, onClose }: DeleteWebhookDialogProps) {
  const { act, ...state } = useAct(DeleteWebhookDocument);
  const navigate = useNavigate();
  const remove = async () => {
    if (!(await act({ input: { id: webhook.id } }))) return;
    notifyDone('The endpoint is deleted');
    await navigate({ to: '/settings/developer/webhooks' });
  };
  return (
    <ConfirmDialog
      {...{ opened, onClose, state }}
      title="Delete this endpoint?"
      action="Delete the endpoint"
      onConfirm={remove}
    >
      <Text size="sm" className="breaks">
        <strong>{webhook.url}</strong> gets no more events, and those that wait for it are not sent. Its deliveries with
        all attempts and its signing secret are lost. The events themselves stay for 90 days, at{' '}
        <code>/v1/webhooks/events</code>.
      </Text>
      <Text size="sm" mt="sm">
        To stop sending for a while, pause it instead: a paused endpoint gets what it missed.
      </Text>
    </ConfirmDialog>
  );
}
