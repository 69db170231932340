import { Text } from '@mantine/core';
import { DeleteScheduleDocument, type ScheduleRowFragment } from '../../gql/schedules.ts';
import { countOf } from '../../kit/counts.ts';
import { ConfirmDialog, type DialogAbout } from '../../kit/dialogs.tsx';

interface DeleteDialogProps extends DialogAbout<ScheduleRowFragment> {
  /** Whether the member has other schedules. */
  readonly hasOthers: boolean;
  readonly onDone: (schedule: ScheduleRowFragment) => void;
}

/** Deletes a schedule that nothing needs, or says what still does. */
export function DeleteDialog({ hasOthers, onDone, ...dialog }: DeleteDialogProps) {
  const isDefault = ({ isDefault: is }: ScheduleRowFragment) => is && hasOthers;
  return (
    <ConfirmDialog
      {...dialog}
      title={({ name }) => `Delete “${name}”?`}
      action="Delete the schedule"
      isRefused={(schedule) => schedule.eventId.length > 0 || isDefault(schedule)}
      document={DeleteScheduleDocument}
      variables={({ id }) => ({ input: { id } })}
      onDone={(_, schedule) => onDone(schedule)}
    >
      {(schedule) => {
        const count = schedule.eventId.length;
        const names = (schedule.events ?? []).map(({ name }) => name);
        if (count === 0 && !isDefault(schedule))
          return 'Its hours go, and so do the dates on which it has other hours. No event uses it, and calls that are booked stay as they are. This cannot be undone.';
        return (
          <>
            {count > 0 && (
              <Text size="sm" mb="sm">
                {countOf(count, 'event')} {count === 1 ? 'uses' : 'use'} it:{' '}
                <span className="breaks">{names.join(', ')}</span>
                {count > names.length && ` and ${count - names.length} more`}. Without it nobody could book{' '}
                {count === 1 ? 'that event' : 'those events'} with them, so give the hosts another schedule first.
              </Text>
            )}
            {isDefault(schedule) && 'It is the default. Set another schedule as the default first.'}
          </>
        );
      }}
    </ConfirmDialog>
  );
}
