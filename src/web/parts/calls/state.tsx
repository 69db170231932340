import { Badge } from '@mantine/core';
import { isOutcome, outcomeTitles } from './outcomes.ts';

interface CallState {
  readonly status: 'SCHEDULED' | 'RESCHEDULED' | 'CANCELLED';
  readonly outcome?: string | null;
}

const colors: Readonly<Record<string, string>> = { WON: 'green', QUALIFIED: 'green', APPROVED: 'green' };

/** What became of a call, in a word; nothing for one that is simply to come. */
export function CallBadge({ status, outcome }: CallState) {
  if (status === 'CANCELLED') return <Badge color="gray">Cancelled</Badge>;
  if (isOutcome(outcome)) return <Badge color={colors[outcome] ?? 'gray'}>{outcomeTitles[outcome]}</Badge>;
  if (outcome === 'PENDING_OUTCOME') return <Badge color="orange">No outcome yet</Badge>;
  return status === 'RESCHEDULED' ? <Badge color="gray">Moved</Badge> : null;
}

/** The same as a text. */
export function stateText({ status, outcome }: CallState): string {
  if (status === 'CANCELLED') return 'Cancelled';
  if (isOutcome(outcome)) return outcomeTitles[outcome];
  if (outcome === 'PENDING_OUTCOME') return 'No outcome yet';
  return status === 'RESCHEDULED' ? 'Moved' : 'Scheduled';
}
