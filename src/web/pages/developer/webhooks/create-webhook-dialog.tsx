import { CreateWebhookDocument, type CreateWebhookMutation } from '../../../gql/webhooks.ts';
import { useAct } from '../../../parts/act.ts';
import type { DialogProps } from '../../../parts/form-dialog.tsx';
import { WebhookForm, type WebhookValues } from './webhook-form.tsx';

interface CreateWebhookDialogProps extends DialogProps {
  readonly onCreated: (created: NonNullable<CreateWebhookMutation['createWebhook']>) => void;
}

export function CreateWebhookDialog({ onCreated, ...dialog }: CreateWebhookDialogProps) {
  // Its answer is stored encrypted for the Idempotency-Key, so another try after a lost answer shows the same secret.
  const { act, ...state } = useAct(CreateWebhookDocument);
  const create = async (input: WebhookValues) => {
    const data = await act({ input });
    if (!data?.createWebhook) return false;
    onCreated(data.createWebhook);
    return true;
  };
  return <WebhookForm {...dialog} state={state} title="Add an endpoint" action="Add the endpoint" onSave={create} />;
}
