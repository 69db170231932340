import './week.css';
import { ActionIcon, Button, Group, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { problemOf } from '../../../app/problem.ts';
import { useSession } from '../../../app/session.ts';
import { countOf } from '../../../kit/counts.ts';
import { dayOf, daysAfter, daysText, mondayOf } from '../../../kit/days.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../../../kit/icons.tsx';
import { useKeys } from '../../../kit/keys.ts';
import { Panel } from '../../../kit/layout.tsx';
import { EmptyState, LateSkeleton } from '../../../kit/list.tsx';
import { ProblemNote } from '../../../kit/messages.tsx';
import { useNow } from '../../../kit/now.ts';
import { useRowKeys } from '../../../kit/row-keys.ts';
import type { CallsListProps } from '../list.tsx';
import { useOutcomeKey } from '../outcome-key.tsx';
import { hasFilters } from '../search.ts';
import { WeekAgenda } from './agenda.tsx';
import { WeekGrid, WeekSkeleton } from './grid.tsx';
import { maxCalls, useWeekCalls } from './use-week-calls.ts';

/** The calls of one week: as columns of hours, or as a list of days where there is no room for these. */
export function CallsWeek({ search, openId }: CallsListProps) {
  const { timeZone } = useSession().user;
  const navigate = useNavigate();
  const today = dayOf(useNow(), timeZone);
  const thisMonday = mondayOf(today);
  const monday = search.week ?? thisMonday;
  const hasRoom = useHasRoom();
  const { calls, isCut, error, retry } = useWeekCalls(search, monday, timeZone);
  const outcome = useOutcomeKey((previewId) => calls?.find((call) => call.previewId === previewId));
  const box = useRowKeys({ name: 'call', openId, more: [outcome.key] });
  const show = (week: string) =>
    navigate({
      to: '.',
      search: (before) => ({ ...before, week: week === thisMonday ? undefined : week }),
      resetScroll: false,
    });
  const steps = {
    before: () => show(daysAfter(monday, -7)),
    now: () => show(thisMonday),
    next: () => show(daysAfter(monday, 7)),
  };
  useKeys([
    { key: 'n', title: 'Next week', act: steps.next },
    { key: 'p', title: 'Previous week', act: steps.before },
    { key: 't', title: 'This week', act: steps.now },
  ]);
  const shown = { monday, today, search, openId };
  return (
    <Panel padded={false}>
      <Group justify="space-between" className="call-week-head">
        <div>
          <Title order={2} size="h4">
            {daysText(monday, daysAfter(monday, 6))}
          </Title>
          <p className="hint number" role="status">
            {calls ? countOf(calls.length, 'call') : error ? 'Not read' : 'Loading'}
          </p>
        </div>
        <Group gap="xs">
          <ActionIcon variant="default" size="input-sm" aria-label="Previous week" onClick={steps.before}>
            <ChevronLeftIcon />
          </ActionIcon>
          <Button variant="default" onClick={steps.now}>
            This week
          </Button>
          <ActionIcon variant="default" size="input-sm" aria-label="Next week" onClick={steps.next}>
            <ChevronRightIcon />
          </ActionIcon>
        </Group>
      </Group>
      {(error || isCut) && (
        <div className="call-week-notes">
          <ProblemNote problem={error && problemOf(error)} onRetry={retry} />
          {isCut && (
            <p className="hint">
              These are the first {countOf(maxCalls, 'call')} of the week. Filter them to see the others.
            </p>
          )}
        </div>
      )}
      <div ref={box}>
        {!calls && !error && (hasRoom ? <WeekSkeleton {...shown} /> : <NarrowSkeleton />)}
        {calls?.length === 0 && (
          <NoCalls isFiltered={hasFilters(search)} isNow={monday === thisMonday} onNow={steps.now} />
        )}
        {calls && calls.length > 0 && (
          // Another week has elements of its own: nothing of the one before moves.
          <div key={monday}>
            {hasRoom ? <WeekGrid {...shown} calls={calls} /> : <WeekAgenda {...shown} calls={calls} />}
          </div>
        )}
      </div>
      {outcome.dialog}
    </Panel>
  );
}

/** Whether there is room for seven columns. The server does not see the window: it goes by whether the browser is a phone's. */
function useHasRoom(): boolean {
  const { userAgentData } = navigator as { userAgentData?: { readonly mobile: boolean } };
  const assumed = import.meta.env.SSR ? userAgentData?.mobile !== true : undefined;
  return useMediaQuery('(min-width: 62.01em)', assumed, { getInitialValueInEffect: false });
}

function NarrowSkeleton() {
  return (
    <div className="call-week-notes">
      <LateSkeleton />
    </div>
  );
}

interface NoCallsProps {
  readonly isFiltered: boolean;
  readonly isNow: boolean;
  readonly onNow: () => void;
}

function NoCalls({ isFiltered, isNow, onNow }: NoCallsProps) {
  const action = !isNow && (
    <Button variant="default" mt="xs" onClick={onNow}>
      Go to this week
    </Button>
  );
  if (isFiltered)
    return (
      <EmptyState title="No call of this week fits these filters" action={action}>
        Choose others, clear them, or look at another week.
      </EmptyState>
    );
  return (
    <EmptyState title="No calls in this week" action={action}>
      Look at another week with the arrows above. Calls appear here as soon as somebody books one on the page of an
      event.
    </EmptyState>
  );
}
