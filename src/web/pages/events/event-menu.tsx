import { Menu } from '@mantine/core';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { TrashIcon } from '../../kit/icons.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EmbedDialog, QrCodeDialog, type SharedEvent, ShareItems } from './share.tsx';

/** What is done with an event in the list and on its page: the items of a menu, and the dialogs that they open. */
export function useEventMenu<Event extends SharedEvent & { readonly id: number }>(onDeleted?: () => void) {
  const isLead = isTeamLead(useSession());
  const dialogs = useDialogs<'qrCode' | 'embed' | 'delete', Event>();
  return {
    items: (event: Event) => (
      <>
        <ShareItems event={event} onOpen={(kind) => dialogs.open(kind, event)} />
        {isLead && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<TrashIcon />} color="red" onClick={() => dialogs.open('delete', event)}>
              Delete…
            </Menu.Item>
          </>
        )}
      </>
    ),
    dialogs: (
      <>
        <QrCodeDialog {...dialogs.of('qrCode')} />
        <EmbedDialog {...dialogs.of('embed')} />
        <DeleteDialog {...dialogs.of('delete')} {...(onDeleted && { onDeleted })} />
      </>
    ),
  };
}
