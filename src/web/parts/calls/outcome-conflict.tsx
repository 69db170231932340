import { Alert, Button, Group, Text } from '@mantine/core';
import { useSession } from '../../app/session.ts';
import { Moment } from '../../kit/moment.tsx';
import { outcomeTitles } from './outcomes.ts';
import type { OutcomeConflict } from './set-outcome.ts';

interface OutcomeConflictNoteProps {
  readonly conflict: OutcomeConflict;
  readonly isBusy: boolean;
  readonly onKeep: () => void;
  readonly onReplace: () => void;
}

/** Says who has set the outcome of a call meanwhile, and when, and lets it stay or be replaced. */
export function OutcomeConflictNote({ conflict, isBusy, onKeep, onReplace }: OutcomeConflictNoteProps) {
  const { call, refused, outcome, change } = conflict;
  const who = useActorName(change);
  return (
    <Alert role="alert" color="orange" mb="md" title={`The call with ${call.inviteeName} has changed`}>
      <Text size="sm">
        {outcome ? `${who} set this to ${outcomeTitles[outcome]}` : `${who} took the outcome back`}{' '}
        {change && <Moment at={change.createdAt} />}, so {refused.outcome ? outcomeTitles[refused.outcome] : 'nothing'}{' '}
        is not set.
      </Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={onKeep}>
          {outcome ? `Keep ${outcomeTitles[outcome]}` : 'Leave it without an outcome'}
        </Button>
        <Button size="xs" variant="default" loading={isBusy} onClick={onReplace}>
          {refused.outcome ? `Set it to ${outcomeTitles[refused.outcome]}` : 'Take the outcome back'}
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
