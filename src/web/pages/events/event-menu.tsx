import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { DeleteEventDocument } from '../../gql/events.ts';
import { ConfirmDialog, useDialogs } from '../../kit/dialogs.tsx';
import { CopyIcon, ExternalIcon, ShareIcon } from '../../kit/icons.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { DangerItem } from '../../kit/list/row-menu.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { pathOf, type SharedEvent } from './shared-event.ts';
import { StatusItem } from './status.tsx';

/** Few visits of a page need it. */
const ShareDialog = lazyPart(() => import('./share/share-dialog.tsx'), 'ShareDialog');

/** What is done with an event in the list and on its page: the items of a menu, and the dialogs that they open. */
export function useEventMenu<Event extends SharedEvent>(onDeleted?: () => void) {
  const isLead = isTeamLead(useSession());
  const dialogs = useDialogs<'share' | 'delete', Event>();
  const share = dialogs.of('share');
  const { copy } = useClipboard();
  const copyLink = ({ name, bookingUrl }: Event) => {
    copy(bookingUrl);
    notifyDone(`The link of “${name}” is copied`);
  };
  const openShare = (event: Event) => dialogs.open('share', event);
  return {
    share: openShare,
    items: (event: Event) => (
      <>
        <Menu.Item leftSection={<CopyIcon />} onClick={() => copyLink(event)}>
          Copy the link
        </Menu.Item>
        {event.status === 'ACTIVATED' && (
          <Menu.Item
            leftSection={<ExternalIcon />}
            component="a"
            href={pathOf(event.bookingUrl)}
            target="_blank"
            rel="noreferrer"
          >
            Open the booking page
          </Menu.Item>
        )}
        <Menu.Item leftSection={<ShareIcon />} onClick={() => openShare(event)}>
          Share…
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
        {share.about && <ShareDialog {...share} />}
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
