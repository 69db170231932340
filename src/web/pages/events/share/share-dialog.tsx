import { Alert, Button, Image, Modal, Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyTextButton, CopyValue } from '../../../kit/copy-buttons.tsx';
import type { DialogAbout } from '../../../kit/dialogs.tsx';
import { pathOf, type SharedEvent } from '../shared-event.ts';
import { EmbedPanel } from './embed-panel.tsx';
import { PrefilledLink } from './prefilled-link.tsx';

const tabs: Readonly<Record<string, { readonly title: string; readonly panel: (event: SharedEvent) => ReactNode }>> = {
  link: { title: 'Link', panel: (event) => <LinkPanel event={event} /> },
  prefilled: { title: 'Prefilled', panel: (event) => <PrefilledLink event={event} /> },
  qrCode: { title: 'QR code', panel: (event) => <QrCodePanel event={event} /> },
  embed: { title: 'Embed', panel: (event) => <EmbedPanel event={event} /> },
};

/** Every way to send people to the page of an event. */
export function ShareDialog({ about, ...dialog }: DialogAbout<SharedEvent>) {
  return (
    <Modal {...dialog} size="lg" title={about ? `Share “${about.name}”` : ''}>
      {about && (
        <>
          {about.status === 'DEACTIVATED' && (
            <Alert color="orange" mb="md">
              This event is a draft: its link works once you publish it.
            </Alert>
          )}
          <Tabs defaultValue="link" keepMounted={false}>
            <Tabs.List mb="md">
              {Object.entries(tabs).map(([name, { title }]) => (
                <Tabs.Tab key={name} value={name} px="sm">
                  {title}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {Object.entries(tabs).map(([name, { panel }]) => (
              <Tabs.Panel key={name} value={name}>
                {panel(about)}
              </Tabs.Panel>
            ))}
          </Tabs>
        </>
      )}
    </Modal>
  );
}

interface PanelProps {
  readonly event: SharedEvent;
}

function LinkPanel({ event: { bookingUrl } }: PanelProps) {
  return (
    <Stack align="flex-start">
      <Text component="code" size="sm" className="breaks">
        {bookingUrl}
      </Text>
      <CopyTextButton value={bookingUrl} label="Copy the link" variant="filled" />
    </Stack>
  );
}

function QrCodePanel({ event: { status, bookingUrl, qrCodeUrl, linkPrefix } }: PanelProps) {
  if (status === 'DEACTIVATED') return <Text size="sm">Publish the event to get its QR code.</Text>;
  return (
    <Stack align="center">
      {/* Scanners need the dark on white in both schemes. */}
      <Image p="xs" bg="white" radius="md" src={pathOf(qrCodeUrl)} alt={`QR code of ${bookingUrl}`} w={240} h={240} />
      <CopyValue value={bookingUrl} label="Copy the link" />
      <Button component="a" variant="default" href={pathOf(qrCodeUrl)} download={`${linkPrefix.replace('/', '-')}.svg`}>
        Download as SVG
      </Button>
    </Stack>
  );
}
