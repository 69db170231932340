import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { type CreateWebhookMutation, WebhooksDocument } from '../../../gql/webhooks.ts';
import { PlusIcon } from '../../../kit/icons.tsx';
import { PageHeader } from '../../../kit/layout.tsx';
import { List } from '../../../kit/list/list.tsx';
import { webhookColumns } from './webhook-columns.tsx';
import { CreateWebhookDialog, SigningSecretDialog } from './webhook-form.tsx';
import './webhooks.css';

export function WebhooksPage() {
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<CreateWebhookMutation['createWebhook']>(null);
  const navigate = useNavigate();
  const [{ data }] = useQuery({ query: WebhooksDocument });
  return (
    <>
      <PageHeader
        title="Webhooks"
        summary="Endpoints that receive a signed request for each event in this workspace."
        actions={
          <Button leftSection={<PlusIcon />} onClick={() => setIsCreating(true)}>
            Add endpoint
          </Button>
        }
      />
      <List
        noun="endpoint"
        document={WebhooksDocument}
        of={({ webhooks }) => webhooks}
        columns={webhookColumns(data?.webhookActivity ?? [])}
        empty={{
          title: 'No endpoints yet',
          text: (
            <>
              Add the address of your program, choose the events that it needs, and send it a test.{' '}
              <a href="/docs/webhooks">How webhooks work</a>
            </>
          ),
        }}
      />
      <CreateWebhookDialog
        opened={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={(result) => {
          setIsCreating(false);
          setCreated(result);
        }}
      />
      <SigningSecretDialog
        secret={created?.secret}
        onSaved={() => {
          const id = String(created?.webhook.id);
          setCreated(null);
          navigate({ to: '/settings/developer/webhooks/$id', params: { id } });
        }}
      />
    </>
  );
}
