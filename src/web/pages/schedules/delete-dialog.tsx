import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { DeleteScheduleDocument, type ScheduleRowFragment } from '../../gql/schedules.ts';
import { useAct } from '../../kit/act.ts';
import { countOf } from '../../kit/counts.ts';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { FormBody } from '../../kit/form.tsx';

interface DeleteDialogProps extends DialogAbout<ScheduleRowFragment> {
  /** Whether the member has other schedules. */
  readonly hasOthers: boolean;
  readonly onDone: (schedule: ScheduleRowFragment) => void;
}

/** Deletes a schedule that nothing needs, or says what still does. */
export function DeleteDialog({ opened, onClose, about, hasOthers, onDone }: DeleteDialogProps) {
  const { act, ...state } = useAct(DeleteScheduleDocument);
  const close = () => {
    state.forget();
    onClose();
  };
  const confirm = async (schedule: ScheduleRowFragment) => {
    if ((await act({ input: { id: schedule.id } })) === undefined) return;
    onClose();
    onDone(schedule);
  };
  const events = about?.events ?? [];
  const count = about?.eventId.length ?? 0;
  const isNeeded = count > 0 || (about?.isDefault && hasOthers);
  // Another tab may have given it to a host meanwhile; the server says so at the id.
  const { problem } = state;
  const shown = problem && { ...problem, text: problem.fields.id ?? problem.text };
  return (
    <Modal opened={opened} onClose={close} title={about ? `Delete “${about.name}”?` : ''}>
      {about && isNeeded && (
        <Stack gap="sm">
          {count > 0 && (
            <Text size="sm">
              {countOf(count, 'event')} {count === 1 ? 'uses' : 'use'} it:{' '}
              <span className="breaks">{events.map(({ name }) => name).join(', ')}</span>
              {count > events.length && ` and ${count - events.length} more`}. Without it nobody could book{' '}
              {count === 1 ? 'that event' : 'those events'} with them, so give the hosts another schedule first.
            </Text>
          )}
          {about.isDefault && hasOthers && (
            <Text size="sm">It is the default. Set another schedule as the default first.</Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={close}>
              Close
            </Button>
          </Group>
        </Stack>
      )}
      {about && !isNeeded && (
        <FormBody
          action="Delete the schedule"
          isDangerous
          state={{ ...state, problem: shown }}
          onCancel={close}
          onAct={() => confirm(about)}
        >
          <Text size="sm">
            Its hours go, and so do the dates on which it has other hours. No event uses it, and calls that are booked
            stay as they are. This cannot be undone.
          </Text>
        </FormBody>
      )}
    </Modal>
  );
}
