import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memberName } from '../members.ts';
import { type NoSaleReason, outcomeTitles, resultOf, resultTitle } from './outcomes.ts';

interface CallLinkProps {
  readonly call: { readonly previewId: string; readonly inviteeName: string };
}

/** The name of the invitee, which leads to the call. */
export function CallLink({ call: { previewId, inviteeName } }: CallLinkProps) {
  return (
    <Link className="name-link" to="/calls/$previewId" params={{ previewId }} search={{ when: 'all' }}>
      <bdi>{inviteeName}</bdi>
    </Link>
  );
}

interface EventAndHostProps {
  readonly call: { readonly name: string; readonly closer: Parameters<typeof memberName>[0] | null };
  readonly showsHost: boolean;
}

/** What a call is about, and who takes it. Each name keeps its direction, or the two would change places. */
export function EventAndHost({ call: { name, closer }, showsHost }: EventAndHostProps) {
  return (
    <>
      <bdi>{name}</bdi>
      {showsHost && closer && (
        <>
          {' · '}
          <bdi>{memberName(closer)}</bdi>
        </>
      )}
    </>
  );
}

interface CallState {
  readonly status: 'SCHEDULED' | 'RESCHEDULED' | 'CANCELLED';
  readonly outcome?: string | null;
  readonly noSaleReason?: NoSaleReason | null;
}

/** What became of a call, in a word. */
export function stateText(call: CallState): string {
  const { status, outcome } = call;
  if (status === 'CANCELLED') return 'Cancelled';
  const result = resultOf(call);
  if (result) return resultTitle(result);
  if (outcome === 'PENDING_OUTCOME') return outcomeTitles[outcome];
  return status === 'RESCHEDULED' ? 'Moved' : 'Scheduled';
}

const colors: Readonly<Record<string, string>> = {
  [outcomeTitles.WON]: 'green',
  [outcomeTitles.QUALIFIED]: 'green',
  [outcomeTitles.APPROVED]: 'green',
  [outcomeTitles.PENDING_OUTCOME]: 'orange',
};

/** The same as a badge; nothing for a call that is simply to come. */
export function CallBadge(call: CallState) {
  const text = stateText(call);
  return text === 'Scheduled' ? null : <Badge color={colors[text] ?? 'gray'}>{text}</Badge>;
}
