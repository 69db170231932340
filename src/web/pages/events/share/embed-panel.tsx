import { Alert, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { EmbedSitesDocument } from '../../../gql/share.ts';
import { CopyTextButton } from '../../../kit/copy-buttons.tsx';
import { WarningIcon } from '../../../kit/icons.tsx';
import { optionsOf } from '../../../kit/options.ts';
import type { SharedEvent } from '../shared-event.ts';
import { EmbedSites } from './embed-sites.tsx';

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

/** The code that shows the page on a site, and the sites that may do that. */
export function EmbedPanel({ event }: { readonly event: SharedEvent }) {
  const [way, setWay] = useState<Way>('inline');
  const [{ data }] = useQuery({ query: EmbedSitesDocument });
  const origins = data?.workspace?.embedOrigins;
  return (
    <Stack>
      {origins && <EmbedSites origins={origins} />}
      <NativeSelect
        label="Where it appears"
        data={optionsOf(ways)}
        value={way}
        onChange={({ currentTarget }) => setWay(currentTarget.value as Way)}
      />
      {origins?.length === 0 && (
        <Alert color="orange" icon={<WarningIcon />}>
          No site may show your booking pages yet. Until then, visitors see a link to the booking page in its place.
        </Alert>
      )}
      <pre className="code-block">
        <code>{embedCode(event, way)}</code>
      </pre>
      <div>
        <CopyTextButton value={embedCode(event, way)} label="Copy the code" variant="filled" />
      </div>
      <Text size="sm" c="dimmed">
        <a href="/docs/booking-pages">Booking pages</a> says what else the code can do.
      </Text>
    </Stack>
  );
}
