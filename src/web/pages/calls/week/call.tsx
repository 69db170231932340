import { Link } from '@tanstack/react-router';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useSession } from '../../../app/session.ts';
import { timeText } from '../../../kit/days.ts';
import { outcomeTitles } from '../../../parts/calls/outcomes.ts';
import { memberName } from '../../../parts/members.ts';
import type { Call } from '../list.tsx';
import type { CallsSearch } from '../search.ts';

interface WeekCallProps {
  readonly call: Call;
  /** It began on the day before, where its link is. */
  readonly isContinued: boolean;
  readonly search: CallsSearch;
  readonly openId: string | undefined;
}

/** A block of the week: who, with whom and when. The colour is that of the host, whose name is on it. */
export function WeekCall({ call, isContinued, search, openId }: WeekCallProps) {
  const { timeZone } = useSession().user;
  const isOpen = call.previewId === openId;
  const [start, end] = [timeText(call.dateTime, timeZone), timeText(call.endTime, timeZone)];
  const host = call.closer && memberName(call.closer);
  const state = stateOf(call);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Beside a record not all columns have room.
    if (isOpen && !isContinued) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isOpen, isContinued]);
  return (
    <Link
      ref={link}
      // The keys go to each call once.
      className={isContinued ? 'call-block' : 'call-block row-link'}
      tabIndex={isContinued ? -1 : undefined}
      to="/calls/$previewId"
      params={{ previewId: call.previewId }}
      search={search}
      data-id={call.previewId}
      data-cancelled={call.status === 'CANCELLED' || undefined}
      resetScroll={false}
      aria-current={isOpen || undefined}
      title={[`${call.inviteeName}, ${start}–${end}`, call.name, host, state].filter(Boolean).join('\n')}
      style={colorOf(call)}
    >
      <bdi className="call-block-name">{call.inviteeName}</bdi>
      {host && <bdi>{host}</bdi>}
      {state && <span className="call-block-state">{state}</span>}
      <span className="number">{isContinued ? `until ${end}` : start}</span>
      <span className="for-screen-readers">
        {isContinued ? ', from the day before' : ` to ${end}`}, {call.name}
      </span>
    </Link>
  );
}

function stateOf({ status, outcome }: Call): string | undefined {
  if (status === 'CANCELLED') return 'Cancelled';
  return outcome && outcome !== 'PENDING' ? outcomeTitles[outcome] : undefined;
}

/** By the golden angle, hosts with neighbouring ids have colours that are far from each other. */
export function colorOf({ closer }: Pick<Call, 'closer'>): CSSProperties {
  return { '--hue': Math.round(((closer?.id ?? 0) * 137.508) % 360) } as CSSProperties;
}
