import { DeleteEventDocument } from '../../gql/events.ts';
import { ConfirmDialog, type DialogAbout } from '../../kit/dialogs.tsx';
import { notifyDone } from '../../kit/messages.tsx';

interface NamedEvent {
  readonly id: number;
  readonly name: string;
}

interface DeleteDialogProps extends DialogAbout<NamedEvent> {
  readonly onDeleted?: () => void;
}

export function DeleteDialog({ onDeleted, ...dialog }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
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
        'Its page and its link stop working at once, and this cannot be undone. Booked calls stay. To stop bookings for a while, close it instead.'
      }
    </ConfirmDialog>
  );
}
