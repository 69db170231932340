import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { useSession } from '../app/session.ts';
import { timeText } from './days.ts';
import { withoutEnterInSuggestions } from './form.tsx';
import { WarningIcon } from './icons.tsx';
import { useKeys } from './keys.ts';
import { ProblemNote } from './messages.tsx';
import type { RecordFrame } from './record-form.ts';

interface RecordFormFrameProps {
  readonly frame: RecordFrame;
  readonly children: ReactNode;
  /** What is known of the changes before they are saved. */
  readonly note?: ReactNode;
}

/** The form around the fields of a record: what went wrong above them, and below them what saves them. */
export function RecordFormFrame({ frame, note, children }: RecordFormFrameProps) {
  const { isBusy, isChanged, problem, hasConflicts, onSave } = frame;
  const form = useRef<HTMLFormElement>(null);
  const save = () => isChanged && !isBusy && form.current?.requestSubmit();
  useKeys([{ key: 'mod + S', title: 'Save', act: save }]);
  // The keys of a page are silent in fields and dialogs.
  const saveByKey = getHotkeyHandler([
    [
      'mod + S',
      (event) => {
        event.stopPropagation();
        save();
      },
    ],
  ]);
  return (
    <form
      ref={form}
      method="dialog"
      onSubmit={onSave}
      onKeyDown={(event) => {
        withoutEnterInSuggestions(event);
        saveByKey(event);
      }}
      noValidate
    >
      <Stack gap="md">
        <ProblemNote problem={problem} />
        {children}
        {hasConflicts && (
          <Alert
            role="alert"
            className="warn-note"
            icon={<WarningIcon />}
            title="It was changed elsewhere in the meantime"
          >
            The marked fields have new values. Save to replace them with yours, or discard your changes.
          </Alert>
        )}
        <SaveBar frame={frame} note={note} />
      </Stack>
    </form>
  );
}

function SaveBar({
  frame: { isBusy, isChanged, draftAt, onDiscard },
  note,
}: Pick<RecordFormFrameProps, 'frame' | 'note'>) {
  const { timeZone } = useSession().user;
  return (
    <Group gap="sm" className="save-bar" data-changed={isChanged || undefined}>
      <Text component="span" size="sm" role="status" flex={1}>
        {isChanged && (draftAt ? `Unsaved changes from ${timeText(draftAt, timeZone)}` : 'Unsaved changes')}
        {isChanged && note && <span className="soft">. {note}</span>}
      </Text>
      {isChanged && (
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button type="submit" loading={isBusy} disabled={!isChanged}>
        Save
      </Button>
    </Group>
  );
}
