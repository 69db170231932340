import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { type CreateWebhookMutation, WebhooksDocument } from '../../../gql/webhooks.ts';
import { PlusIcon } from '../../../kit/icons.tsx';
import { PageHeader, Panel } from '../../../kit/layout.tsx';
import { EmptyState, QueryView, RecordTable } from '../../../kit/list.tsx';
import { SigningSecretDialog } from './signing-secret-dialog.tsx';
import { CreateWebhookDialog } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';
import './webhooks.css';

export function WebhooksPage() {
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<CreateWebhookMutation['createWebhook']>(null);
  const navigate = useNavigate();
  const query = useQuery({ query: WebhooksDocument });
  const add = (
    <Button leftSection={<PlusIcon />} onClick={() => setIsCreating(true)}>
      Add endpoint
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        summary="Addresses of yours that receive a signed request for each event in this workspace."
        actions={add}
      />
      <Panel padded={false}>
        <QueryView query={query}>
          {({ webhooks, webhookActivity }) => (
            <RecordTable
              columns={['Endpoint', 'Status', 'Events', 'Last sent']}
              rows={webhooks?.webhooks ?? []}
              empty={
                <EmptyState title="No endpoints yet">
                  Add the address of a program of yours, choose the events that it needs, and send it a test.{' '}
                  <a href="/docs/webhooks">How webhooks work</a>
                </EmptyState>
              }
            >
              {(webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  activity={webhookActivity?.find(({ webhookId }) => webhookId === webhook.id)}
                />
              )}
            </RecordTable>
          )}
        </QueryView>
      </Panel>
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
