import {
  CreateWebhookDocument,
  type CreateWebhookMutation,
  UpdateWebhookDocument,
  type WebhookRowFragment,
} from '../../../gql/webhooks.ts';
import { useAct } from '../../../parts/act.ts';
import type { DialogProps } from '../../../parts/form-dialog.tsx';
import { notifyDone } from '../../../parts/notify.tsx';
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

interface EditWebhookDialogProps extends DialogProps {
  readonly webhook: WebhookRowFragment;
}

export function EditWebhookDialog({ webhook, opened, onClose }: EditWebhookDialogProps) {
  const { act, ...state } = useAct(UpdateWebhookDocument);
  const save = async (values: WebhookValues) => {
    const changes = changesTo(webhook, values);
    if (Object.keys(changes).length > 0 && !(await act({ input: { id: webhook.id, ...changes } }))) return false;
    notifyDone('Saved');
    onClose();
    return true;
  };
  return <WebhookForm {...{ webhook, opened, onClose, state }} title="Edit the endpoint" action="Save" onSave={save} />;
}

/** Only these are sent, so that what somebody else changed meanwhile stays. */
function changesTo(webhook: WebhookRowFragment, { url, description, kinds }: WebhookValues): Partial<WebhookValues> {
  const isSameKinds = kinds.length === webhook.kinds.length && kinds.every((kind) => webhook.kinds.includes(kind));
  return {
    ...(url !== webhook.url && { url }),
    ...(description !== webhook.description && { description }),
    ...(!isSameKinds && { kinds }),
  };
}
