import { Button, Group, Image, Menu, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { DeleteEventDocument } from '../../gql/events.ts';
import { CopyTextButton, CopyValue } from '../../kit/copy-buttons.tsx';
import { ConfirmDialog, type DialogAbout, useDialogs } from '../../kit/dialogs.tsx';
import { CodeIcon, CopyIcon, ExternalIcon, QrCodeIcon } from '../../kit/icons.tsx';
import { DangerItem } from '../../kit/list/row-menu.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { optionsOf } from '../../kit/options.ts';
import { StatusItem } from './status.tsx';

/** What an event is shared with. */
interface SharedEvent {
  readonly id: number;
  readonly name: string;
  readonly linkPrefix: string;
  readonly bookingUrl: string;
  readonly qrCodeUrl: string;
  readonly status: 'ACTIVATED' | 'DEACTIVATED';
}

/** What is done with an event in the list and on its page: the items of a menu, and the dialogs that they open. */
export function useEventMenu<Event extends SharedEvent>(onDeleted?: () => void) {
  const isLead = isTeamLead(useSession());
  const dialogs = useDialogs<'qrCode' | 'embed' | 'delete', Event>();
  const { copy } = useClipboard();
  const copyLink = ({ name, bookingUrl }: Event) => {
    copy(bookingUrl);
    notifyDone(`The link of “${name}” is copied`);
  };
  return {
    items: (event: Event) => (
      <>
        <Menu.Item leftSection={<CopyIcon />} onClick={() => copyLink(event)}>
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
            <Menu.Item leftSection={<QrCodeIcon />} onClick={() => dialogs.open('qrCode', event)}>
              Show the QR code…
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<CodeIcon />} onClick={() => dialogs.open('embed', event)}>
          Show the embed code…
        </Menu.Item>
        {isLead && (
          <>
            <Menu.Divider />
            <StatusItem event={event} />
            <DangerItem onClick={() => dialogs.open('delete', event)}>Delete…</DangerItem>
          </>
        )}
      </>
    ),
    dialogs: (
      <>
        <QrCodeDialog {...dialogs.of('qrCode')} />
        <EmbedDialog {...dialogs.of('embed')} />
        <ConfirmDialog
          {...dialogs.of('delete')}
          title={({ name }) => `Delete “${name}”?`}
          action="Delete the event"
          document={DeleteEventDocument}
          variables={({ id }) => ({ input: { id } })}
          onDone={(_, { name }) => {
            notifyDone(`“${name}” is deleted`);
            onDeleted?.();
          }}
        >
          {() =>
            'Its page and its link stop working at once, and this cannot be undone. Booked calls stay. To stop bookings for a while, unpublish it instead.'
          }
        </ConfirmDialog>
      </>
    ),
  };
}

/** Within this origin, whatever address the viewer uses for it. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

function QrCodeDialog({ about, ...dialog }: DialogAbout<SharedEvent>) {
  return (
    <Modal {...dialog} title={about ? `QR code of “${about.name}”` : ''}>
      {about && (
        <Stack align="center">
          {/* Scanners need the dark on white in both schemes. */}
          <Image
            p="xs"
            bg="white"
            radius="md"
            src={pathOf(about.qrCodeUrl)}
            alt={`QR code of ${about.bookingUrl}`}
            w={240}
            h={240}
          />
          <CopyValue value={about.bookingUrl} label="Copy the link" />
          <Button
            component="a"
            variant="default"
            href={pathOf(about.qrCodeUrl)}
            download={`${about.linkPrefix.replace('/', '-')}.svg`}
          >
            Download as SVG
          </Button>
        </Stack>
      )}
    </Modal>
  );
}

const ways = {
  inline: 'In the page: the calendar at its place',
  popup: 'From a link: the calendar above the page',
  button: 'A button in the corner of the window',
};
type Way = keyof typeof ways;

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

function EmbedDialog({ about, ...dialog }: DialogAbout<SharedEvent>) {
  const [way, setWay] = useState<Way>('inline');
  return (
    <Modal {...dialog} size="lg" title={about ? `Show “${about.name}” on your site` : ''}>
      {about && (
        <Stack>
          <NativeSelect
            label="Where it appears"
            data={optionsOf(ways)}
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
