import { CreateWebhookDocument, type CreateWebhookMutation } from '../../../gql/webhooks.ts';
import { useAct } from '../../../parts/act.ts';
import { WebhookForm, type WebhookValues } from './webhook-form.tsx';

interface CreateWebhookDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (created: NonNullable<CreateWebhookMutation['createWebhook']>) => void;
}

export function CreateWebhookDialog({ opened, onClose, onCreated }: CreateWebhookDialogProps) {
  // Its answer is stored encrypted for the Idempotency-Key, so another try after a lost answer shows the same secret.
  const { act, isBusy, problem } = useAct(CreateWebhookDocument);
  const create = async (input: WebhookValues) => {
    const data = await act({ input });
    if (!data?.createWebhook) return false;
    onCreated(data.createWebhook);
    return true;
  };
  return (
    <WebhookForm
      {...{ opened, onClose, isBusy, problem }}
      title="Add an endpoint"
      action="Add the endpoint"
      onSave={create}
    />
  );
}
