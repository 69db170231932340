import { Button, Group, Image, Menu, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import { CopyTextButton, CopyValue } from '../../kit/copy-buttons.tsx';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { CodeIcon, CopyIcon, ExternalIcon, QrCodeIcon } from '../../kit/icons.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { optionsOf } from '../../kit/options.ts';

/** What an event is shared with. */
export interface SharedEvent {
  readonly name: string;
  readonly linkPrefix: string;
  readonly bookingUrl: string;
  readonly qrCodeUrl: string;
  readonly status: 'ACTIVATED' | 'DEACTIVATED';
}

/** The dialogs of this file. */
export type ShareKind = 'qrCode' | 'embed';

interface ShareItemsProps {
  readonly event: SharedEvent;
  readonly onOpen: (kind: ShareKind) => void;
}

/** The items of a menu that bring people to the booking page of an event. */
export function ShareItems({ event, onOpen }: ShareItemsProps) {
  const { copy } = useClipboard();
  const copyLink = () => {
    copy(event.bookingUrl);
    notifyDone(`The link of “${event.name}” is copied`);
  };
  return (
    <>
      <Menu.Item leftSection={<CopyIcon />} onClick={copyLink}>
        Copy the link
      </Menu.Item>
      {event.status === 'ACTIVATED' && (
        <>
          <Menu.Item
            leftSection={<ExternalIcon />}
            component="a"
            href={pathOf(event.bookingUrl)}
            target="_blank"
            rel="noreferrer"
          >
            Open the booking page
          </Menu.Item>
          <Menu.Item leftSection={<QrCodeIcon />} onClick={() => onOpen('qrCode')}>
            Show the QR code…
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<CodeIcon />} onClick={() => onOpen('embed')}>
        Show the embed code…
      </Menu.Item>
    </>
  );
}

/** Within this origin, whatever address the viewer uses for it. */
export function pathOf(address: string): string {
  return new URL(address).pathname;
}

export function QrCodeDialog({ about, ...dialog }: DialogAbout<SharedEvent>) {
  return (
    <Modal {...dialog} title={about ? `QR code of “${about.name}”` : ''}>
      {about && (
        <Stack align="center">
          <Image
            className="qr-code"
            src={pathOf(about.qrCodeUrl)}
            alt={`QR code of ${about.bookingUrl}`}
            w={240}
            h={240}
          />
          <CopyValue value={about.bookingUrl} label="Copy the link" />
          <Button component="a" variant="default" href={pathOf(about.qrCodeUrl)} download={`${fileName(about)}.svg`}>
            Download as SVG
          </Button>
        </Stack>
      )}
    </Modal>
  );
}

function fileName({ linkPrefix }: SharedEvent): string {
  return linkPrefix.replace('/', '-');
}

const ways = {
  inline: 'In the page: the calendar at its place',
  popup: 'From a link: the calendar above the page',
  button: 'A button in the corner of the window',
};
type Way = keyof typeof ways;
const wayOptions = optionsOf(ways);

/** The lines for a site of one's own, as the documentation has them. */
function embedCode({ linkPrefix, bookingUrl }: SharedEvent, way: Way): string {
  const link = `data-link="${linkPrefix}"`;
  const elements: Readonly<Record<Way, string>> = {
    inline: `<div data-slotline="inline" ${link}></div>`,
    popup: `<a href="${bookingUrl}" data-slotline="popup" ${link}>Book a call</a>`,
    button: `<div data-slotline="button" ${link} data-text="Book a call"></div>`,
  };
  return `<script src="${new URL(bookingUrl).origin}/embed.js" defer></script>\n${elements[way]}`;
}

export function EmbedDialog({ about, ...dialog }: DialogAbout<SharedEvent>) {
  const [way, setWay] = useState<Way>('inline');
  return (
    <Modal {...dialog} size="lg" title={about ? `Show “${about.name}” on your site` : ''}>
      {about && (
        <Stack>
          <NativeSelect
            label="Where it appears"
            data={wayOptions}
            value={way}
            onChange={({ currentTarget }) => setWay(currentTarget.value as Way)}
          />
          <pre className="code-block">
            <code>{embedCode(about, way)}</code>
          </pre>
          <Text size="sm" c="dimmed">
            A browser shows it only on sites that the workspace names in <code>embedOrigins</code>.{' '}
            <a href="/docs/booking-pages">Booking pages</a> says how, and what else the code can do.
          </Text>
          <Group justify="flex-end">
            <CopyTextButton value={embedCode(about, way)} label="Copy the code" variant="filled" />
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
