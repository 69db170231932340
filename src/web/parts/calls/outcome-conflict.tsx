import { Alert, Button, Group, Text } from '@mantine/core';
import { useSession } from '../../app/session.ts';
import { Moment } from '../../kit/moment.tsx';
import { type Result, resultOf, resultTitle } from './outcomes.ts';
import type { OutcomeConflict } from './use-finish-call.ts';

interface OutcomeConflictNoteProps {
  readonly conflict: OutcomeConflict;
  /** What it would be set to, where something else was chosen since. */
  readonly chosen?: Result | undefined;
  readonly isBusy: boolean;
  readonly onKeep: () => void;
  readonly onReplace: () => void;
}

/** Says who has set the outcome of a call meanwhile, and when, and lets it stay or be replaced. */
export function OutcomeConflictNote({ conflict, chosen, isBusy, onKeep, onReplace }: OutcomeConflictNoteProps) {
  const { call, refused, result, change } = conflict;
  const next = chosen ?? resultOf(refused);
  const who = useActorName(change);
  return (
    <Alert role="alert" color="orange" mb="md" title={`The call with ${call.inviteeName} has changed`}>
      <Text size="sm">
        {result ? `${who} set this to ${resultTitle(result)}` : `${who} took the outcome back`}{' '}
        {change && <Moment at={change.createdAt} />}, so {next && resultTitle(next)} is not set.
      </Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={onKeep}>
          {result ? `Keep ${resultTitle(result)}` : 'Leave it without an outcome'}
        </Button>
        <Button size="xs" variant="default" loading={isBusy} onClick={onReplace}>
          {next && `Set it to ${resultTitle(next)}`}
        </Button>
      </Group>
    </Alert>
  );
}

function useActorName(change: OutcomeConflict['change']): string {
  const { user } = useSession();
  if (!change) return 'Somebody';
  const { kind, userId, name } = change.actor;
  // In another tab, or with a key of one's own.
  if (userId === user.id) return kind === 'MEMBER' ? 'You' : 'A program with your key';
  if (name) return name;
  return kind === 'INVITEE' ? 'The invitee' : 'Somebody';
}
