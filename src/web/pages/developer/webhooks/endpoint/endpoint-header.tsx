import { ActionIcon, Anchor, Button, Group, Menu, NativeSelect, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { kindGroups } from '../../../../gql/webhook-kinds.ts';
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  SendWebhookTestDocument,
  UpdateWebhookDocument,
  type WebhookRowFragment,
} from '../../../../gql/webhooks.ts';
import { useAct } from '../../../../kit/act.ts';
import { ActDialog, ConfirmDialog, type DialogAbout } from '../../../../kit/dialogs.tsx';
import { Facts } from '../../../../kit/facts.tsx';
import { DotsIcon, SendIcon } from '../../../../kit/icons.tsx';
import { PageHeader } from '../../../../kit/layout.tsx';
import { DangerItem } from '../../../../kit/list/row-menu.tsx';
import { notifyDone, ProblemNote } from '../../../../kit/messages.tsx';
import { Moment } from '../../../../kit/moment.tsx';
import { RotationDialog } from '../../../../parts/rotation-dialog.tsx';
import { kindSummary, WebhookStatus } from '../webhook-columns.tsx';
import { EditWebhookDialog, SigningSecretDialog } from '../webhook-form.tsx';

type Doing = 'edit' | 'example' | 'rotate' | 'delete';

interface EndpointHeaderProps {
  readonly webhook: WebhookRowFragment;
  /** With the delivery of the test. */
  readonly onTestSent: (deliveryId: string) => void;
}

/** Which endpoint it is, and what can be done with it. */
export function EndpointHeader({ webhook, onTestSent }: EndpointHeaderProps) {
  const [doing, setDoing] = useState<Doing>();
  const [secret, setSecret] = useState<string>();
  const navigate = useNavigate();
  const test = useAct(SendWebhookTestDocument);
  const pause = useAct(UpdateWebhookDocument);
  const { id, url, description, kinds, connectionId, createdAt } = webhook;
  const isPaused = webhook.status === 'PAUSED';
  const close = () => setDoing(undefined);
  const dialog = (kind: Doing) => ({ about: webhook, opened: doing === kind, onClose: close });
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
                <DangerItem onClick={() => setDoing('delete')}>Delete…</DangerItem>
              </Menu.Dropdown>
            </Menu>
          </Group>
        }
      />
      <ProblemNote problem={test.problem ?? pause.problem} />
      <Facts
        className="endpoint-facts"
        of={{
          Status: <WebhookStatus webhook={webhook} />,
          Events: <span title={kinds.join(', ')}>{kindSummary(kinds)}</span>,
          Created: <Moment at={createdAt} />,
          'Created by': connectionId !== null && (
            <>
              an app: it is deleted when <Link to="/settings/developer/connected-apps">its connection</Link> ends
            </>
          ),
          Signature: (
            <Anchor href="/docs/webhooks#verify-the-signature" inherit>
              How to verify it
            </Anchor>
          ),
        }}
      />
      <EditWebhookDialog {...dialog('edit')} />
      <SendExampleDialog {...dialog('example')} onSent={onTestSent} />
      <RotateSecretDialog {...dialog('rotate')} onIssued={setSecret} />
      <ConfirmDialog
        {...dialog('delete')}
        title={() => 'Delete this endpoint?'}
        action="Delete the endpoint"
        document={DeleteWebhookDocument}
        variables={({ id }) => ({ input: { id } })}
        onDone={() => {
          notifyDone('The endpoint is deleted');
          navigate({ to: '/settings/developer/webhooks' });
        }}
      >
        {() => (
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
      <SigningSecretDialog secret={secret} onSaved={() => setSecret(undefined)} />
    </>
  );
}

type AboutWebhook = DialogAbout<WebhookRowFragment>;

const kindChoices = kindGroups.map(({ name, kinds }) => ({ group: name, items: kinds.map(({ kind }) => kind) }));

/** An event as the documentation shows it, for a receiver that is being written. `onSent` gets its delivery. */
function SendExampleDialog({ onSent, ...dialog }: AboutWebhook & { readonly onSent: (id: string) => void }) {
  return (
    <ActDialog
      {...dialog}
      title={() => 'Send an example'}
      action="Send the example"
      document={SendWebhookTestDocument}
      initialValues={({ kinds }) => ({ kind: kinds[0] ?? '' })}
      variables={({ kind }, { id }) => ({ input: { id, kind } })}
      onDone={({ sendWebhookTest }) => sendWebhookTest && onSent(sendWebhookTest.id)}
    >
      {(form) => (
        <>
          <Text size="sm">
            The record is that of the documentation, with ids that mean nothing here. The header{' '}
            <code>webhook-example: true</code> says so: a receiver that is in use must leave it out.
          </Text>
          <NativeSelect label="Event" data={kindChoices} {...form.getInputProps('kind')} />
        </>
      )}
    </ActDialog>
  );
}

/** A new secret; the old one signs beside it for as long as the receiver needs to switch. */
function RotateSecretDialog({ onIssued, ...dialog }: AboutWebhook & { readonly onIssued: (secret: string) => void }) {
  return (
    <RotationDialog
      {...dialog}
      title="Rotate the signing secret"
      document={RotateWebhookSecretDocument}
      defaultHours={24}
      underWay="The older of its two secrets ends at once."
      onDone={({ rotateWebhookSecret }) => rotateWebhookSecret && onIssued(rotateWebhookSecret.secret)}
    >
      You get a new secret. Until the old one ends, each request has the signatures of both, so put the new one in place
      meanwhile: nothing is lost, and the endpoint need not stop.
    </RotationDialog>
  );
}
