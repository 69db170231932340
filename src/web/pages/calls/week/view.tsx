import { isHydrating } from '../../../kit/now.ts';
import './week.css';
import { ActionIcon, Box, Button, Group, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { problemOf } from '../../../app/problem.ts';
import { useSession } from '../../../app/session.ts';
import { countOf } from '../../../kit/counts.ts';
import { dayOf, daysAfter, daysText, weekStartOf } from '../../../kit/days.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../../../kit/icons.tsx';
import { useKeys } from '../../../kit/keys.ts';
import { Panel } from '../../../kit/layout.tsx';
import { EmptyState } from '../../../kit/list/empty-state.tsx';
import { LateSkeleton } from '../../../kit/list/query-view.tsx';
import { useRowKeys } from '../../../kit/list/row-keys.ts';
import { ProblemNote } from '../../../kit/messages.tsx';
import { useNow } from '../../../kit/now.ts';
import { memberName } from '../../../parts/members.ts';
import { useCallKeys } from '../call-keys.tsx';
import type { Call, CallsProps } from '../list.tsx';
import { WeekAgenda } from './agenda.tsx';
import { colorOf } from './call.tsx';
import { WeekGrid, WeekSkeleton } from './grid.tsx';
import { maxCalls, useWeekCalls } from './use-week-calls.ts';

/** The calls of one week: as columns of hours, or as a list of days where there is no room for these. */
export function CallsWeek({ view, search, openId }: CallsProps) {
  const { timeZone } = useSession().user;
  const navigate = useNavigate();
  const today = dayOf(useNow(), timeZone);
  const thisWeek = weekStartOf(today);
  const firstDay = search.week ?? thisWeek;
  const hasRoom = useHasRoom();
  const { calls, isCut, error, retry } = useWeekCalls(view, firstDay, timeZone);
  const { keys, dialogs } = useCallKeys(openId);
  const withCall = (act: (call: Call) => void) => (previewId: string) => {
    const call = calls?.find((each) => each.previewId === previewId);
    if (call) act(call);
  };
  const box = useRowKeys({
    name: 'call',
    openId,
    more: keys.map(({ act, ...key }) => ({ ...key, act: withCall(act) })),
  });
  const show = (week: string) =>
    navigate({
      to: '.',
      search: (before) => ({ ...before, week: week === thisWeek ? undefined : week }),
      resetScroll: false,
    });
  const steps = {
    before: () => show(daysAfter(firstDay, -7)),
    now: () => show(thisWeek),
    next: () => show(daysAfter(firstDay, 7)),
  };
  useKeys([
    { key: 'n', title: 'Next week', act: steps.next },
    { key: 'p', title: 'Previous week', act: steps.before },
    { key: 't', title: 'This week', act: steps.now },
  ]);
  const shown = { firstDay, today, view, search, openId };
  return (
    <Panel padded={false}>
      <Group justify="space-between" className="call-week-head">
        <div>
          <Title order={2} size="h4">
            {daysText(firstDay, daysAfter(firstDay, 6))}
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
        <Box p="md">
          <ProblemNote problem={error && problemOf(error)} onRetry={retry} />
          {isCut && (
            <p className="hint">
              These are the first {countOf(maxCalls, 'call')} of the week. Filter them to see the others.
            </p>
          )}
        </Box>
      )}
      <div ref={box}>
        {!calls && !error && (hasRoom ? <WeekSkeleton {...shown} /> : <LateSkeleton />)}
        {calls?.length === 0 && (
          <EmptyState
            title={view.isFiltered ? 'No call this week fits these filters' : 'No calls this week'}
            action={
              firstDay !== thisWeek && (
                <Button variant="default" mt="xs" onClick={steps.now}>
                  Go to this week
                </Button>
              )
            }
          >
            {view.isFiltered
              ? 'Change the filters, clear them, or choose another week.'
              : 'Choose another week with the arrows above. Calls appear here as soon as someone books one on the page of an event.'}
          </EmptyState>
        )}
        {calls && calls.length > 0 && (
          // Another week has elements of its own: nothing of the one before moves.
          <div key={firstDay}>
            <HostColors calls={calls} />
            {hasRoom ? <WeekGrid {...shown} calls={calls} /> : <WeekAgenda {...shown} calls={calls} />}
          </div>
        )}
      </div>
      {dialogs}
    </Panel>
  );
}

/** Whose colour is which, where calls of several hosts are shown. */
function HostColors({ calls }: { readonly calls: readonly Call[] }) {
  const hosts = new Map(calls.flatMap(({ closer }) => (closer ? [[closer.id, closer] as const] : [])));
  if (hosts.size < 2) return null;
  return (
    <ul className="call-week-hosts" aria-label="Hosts">
      {[...hosts.values()].map((closer) => (
        <li key={closer.id} style={colorOf({ closer })}>
          <bdi>{memberName(closer)}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Whether there is room for seven columns. The server does not see the window: it goes by whether the browser is a phone's. */
function useHasRoom(): boolean {
  const { userAgentData } = navigator as { userAgentData?: { readonly mobile: boolean } };
  const assumed = userAgentData?.mobile !== true;
  return useMediaQuery('(min-width: 62.01em)', assumed, { getInitialValueInEffect: isHydrating() });
}
