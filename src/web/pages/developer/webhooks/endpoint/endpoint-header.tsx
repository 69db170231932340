import { ActionIcon, Anchor, Button, Group, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SendWebhookTestDocument, UpdateWebhookDocument, type WebhookRowFragment } from '../../../../gql/webhooks.ts';
import { useAct } from '../../../../kit/act.ts';
import { DotsIcon, SendIcon } from '../../../../kit/icons.tsx';
import { Fact, PageHeader } from '../../../../kit/layout.tsx';
import { notifyDone, ProblemNote } from '../../../../kit/messages.tsx';
import { Moment } from '../../../../kit/moment.tsx';
import { kindSummary } from '../kinds.tsx';
import { SigningSecretDialog } from '../signing-secret-dialog.tsx';
import { WebhookStatus } from '../webhook-columns.tsx';
import { EditWebhookDialog } from '../webhook-form.tsx';
import { DeleteWebhookDialog, RotateSecretDialog, SendExampleDialog } from './endpoint-dialogs.tsx';

interface EndpointHeaderProps {
  readonly webhook: WebhookRowFragment;
  /** With the delivery of the test. */
  readonly onTestSent: (deliveryId: string) => void;
}

/** Which endpoint it is, and what can be done with it. */
export function EndpointHeader({ webhook, onTestSent }: EndpointHeaderProps) {
  const [doing, setDoing] = useState<'edit' | 'example' | 'rotate' | 'delete'>();
  const [secret, setSecret] = useState<string>();
  const test = useAct(SendWebhookTestDocument);
  const pause = useAct(UpdateWebhookDocument);
  const { id, url, description, kinds, connectionId, createdAt } = webhook;
  const isPaused = webhook.status === 'PAUSED';
  const close = () => setDoing(undefined);
  const sendTest = async () => {
    const data = await test.act({ input: { id } });
    if (data?.sendWebhookTest) onTestSent(data.sendWebhookTest.id);
  };
  const pauseIt = async () => {
    if (await pause.act({ input: { id, status: 'PAUSED' } })) notifyDone('The endpoint is paused');
  };
  return (
    <>
      <PageHeader
        title={url}
        back={{ to: '/settings/developer/webhooks', title: 'Webhooks' }}
        summary={description ?? undefined}
        actions={
          <Group gap="xs" wrap="nowrap">
            <Button leftSection={<SendIcon />} onClick={sendTest} loading={test.isBusy} disabled={isPaused}>
              Send test event
            </Button>
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon variant="default" size={36} aria-label="More actions for this endpoint">
                  <DotsIcon />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {!isPaused && <Menu.Item onClick={() => setDoing('example')}>Send an example…</Menu.Item>}
                <Menu.Item onClick={() => setDoing('edit')}>Edit…</Menu.Item>
                <Menu.Item onClick={() => setDoing('rotate')}>Rotate the secret…</Menu.Item>
                {!isPaused && <Menu.Item onClick={pauseIt}>Pause</Menu.Item>}
                <Menu.Divider />
                <Menu.Item color="var(--error-ink)" onClick={() => setDoing('delete')}>
                  Delete…
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        }
      />
      <ProblemNote problem={test.problem ?? pause.problem} />
      <dl className="endpoint-facts">
        <Fact name="Status">
          <WebhookStatus webhook={webhook} />
        </Fact>
        <Fact name="Events">
          <span title={kinds.join(', ')}>{kindSummary(kinds)}</span>
        </Fact>
        <Fact name="Created">
          <Moment at={createdAt} />
        </Fact>
        {connectionId !== null && (
          <Fact name="Created by">
            an app: it is deleted when <Link to="/settings/developer/connected-apps">its connection</Link> ends
          </Fact>
        )}
        <Fact name="Signature">
          <Anchor href="/docs/webhooks#verify-the-signature" inherit>
            How to verify it
          </Anchor>
        </Fact>
      </dl>
      <EditWebhookDialog webhook={webhook} opened={doing === 'edit'} onClose={close} />
      <SendExampleDialog
        webhook={webhook}
        opened={doing === 'example'}
        onClose={close}
        onSent={(deliveryId) => {
          close();
          onTestSent(deliveryId);
        }}
      />
      <RotateSecretDialog
        webhook={webhook}
        opened={doing === 'rotate'}
        onClose={close}
        onIssued={(issued) => {
          close();
          setSecret(issued);
        }}
      />
      <DeleteWebhookDialog about={webhook} opened={doing === 'delete'} onClose={close} />
      <SigningSecretDialog secret={secret} onSaved={() => setSecret(undefined)} />
    </>
  );
}
