import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/session.ts';
import type { TodayCallFragment } from '../../gql/today.ts';
import { countOf } from '../../kit/counts.ts';
import { shortDayTimeText } from '../../kit/days.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { useKeys } from '../../kit/keys.ts';
import { Panel } from '../../kit/layout.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { BookAgainButton } from '../../parts/calls/book-again.tsx';
import { CallLink, EventAndHost } from '../../parts/calls/named-call.tsx';
import { OutcomeButtons } from '../../parts/calls/outcome-buttons.tsx';
import { OutcomeConflictNote } from '../../parts/calls/outcome-conflict.tsx';
import { OutcomeSheet } from '../../parts/calls/outcome-part.tsx';
import {
  type CallForOutcome,
  doneText,
  hasDetails,
  isToCome,
  outcomeOf,
  type Result,
  resultOf,
  resultsOf,
  resultTitle,
} from '../../parts/calls/outcomes.ts';
import { useFinishCall } from '../../parts/calls/use-finish-call.ts';

const goodResults: readonly Result[] = ['WON', 'QUALIFIED', 'APPROVED'];

/** More would push the day itself out of sight. */
const shownAtFirst = 3;

interface WaitingPanelProps {
  /** The latest first. */
  readonly calls: readonly TodayCallFragment[];
  readonly count: number;
  readonly showsHost: boolean;
}

/**
 * The calls that are over and have no outcome: one is chosen with j and k, and answered with a number. What was answered
 * stays in its place, so that it can be taken back.
 */
export function WaitingPanel({ calls, count, showsHost }: WaitingPanelProps) {
  const [answered, setAnswered] = useState<ReadonlyMap<number, Answered>>(new Map());
  const [chosenId, setChosenId] = useState<number>();
  const [showsAll, setShowsAll] = useState(false);
  const dialogs = useDialogs<'outcome', { readonly call: CallForOutcome; readonly result?: Result | undefined }>();
  const { finish, undo, isBusy, problem, conflict, forget } = useFinishCall();
  const rows = [
    ...new Map([...[...answered.values()].map(({ call }) => call), ...calls].map((call) => [call.id, call])).values(),
  ];
  rows.sort((one, other) => Date.parse(other.dateTime) - Date.parse(one.dateTime));
  const shown = showsAll ? rows : rows.slice(0, Math.max(shownAtFirst, answered.size + 1));
  const open = shown.filter(({ id }) => !answered.has(id));
  const chosen = open.find(({ id }) => id === chosenId) ?? open[0];
  const remember = ({ id }: CallForOutcome, result: Result, isSent = false) => {
    const row = rows.find((each) => each.id === id);
    if (!row) return;
    setAnswered((before) => new Map(before).set(id, { call: row, result, isSent }));
    setChosenId(undefined);
  };
  const confirm = ({ id }: CallForOutcome) =>
    setAnswered((before) => {
      const answer = before.get(id);
      return answer ? new Map(before).set(id, { ...answer, isSent: false }) : before;
    });
  const done = (call: CallForOutcome, result: Result) => {
    remember(call, result);
    notifyDone(doneText(call, result), () => takeBack(call));
  };
  const choose = async (call: TodayCallFragment, result: Result) => {
    // A call that was moved meanwhile may be to come again.
    if (hasDetails(result) || isToCome(call)) return dialogs.open('outcome', { call, result });
    if (await finish(call, outcomeOf(result, call.callType))) done(call, result);
  };
  const forgetAnswer = ({ id }: Pick<CallForOutcome, 'id'>) => {
    setAnswered((before) => new Map([...before].filter(([answeredId]) => answeredId !== id)));
    setChosenId(id);
  };
  const takeBack = async (call: CallForOutcome) => {
    if (await undo(call)) forgetAnswer(call);
  };
  const keep = () => {
    if (conflict) forgetAnswer(conflict.call);
    forget();
  };
  const replace = async () => {
    if (!conflict) return;
    const { call, refused, outcome } = conflict;
    if (await finish(call, refused, outcome)) done(call, resultOf(refused) as Result);
  };
  const step = (by: number) => {
    const index = chosen ? open.indexOf(chosen) : -1;
    setChosenId(open[Math.min(Math.max(index + by, 0), open.length - 1)]?.id);
  };
  const answer = (number: number) => {
    if (!chosen || isBusy) return;
    const result = resultsOf[chosen.callType][number - 1];
    if (result) void choose(chosen, result);
  };
  useKeys([
    { key: 'j', title: 'Next call without an outcome', act: () => step(1) },
    { key: 'k', title: 'Previous call without an outcome', act: () => step(-1) },
    ...(chosen ? resultsOf[chosen.callType] : []).map((result, index) => ({
      key: `${index + 1}`,
      title: `Set the outcome to “${resultTitle(result)}”`,
      act: () => answer(index + 1),
    })),
    {
      key: 'e',
      title: 'Set the outcome with all that follows from it',
      act: () => chosen && dialogs.open('outcome', { call: chosen }),
    },
  ]);
  if (rows.length === 0 && !conflict) return null;
  return (
    <Panel
      padded={false}
      title={count === 0 ? 'Every call has its outcome' : `${countOf(count, 'call')} without an outcome`}
    >
      {conflict && (
        <div className="panel-note">
          <OutcomeConflictNote conflict={conflict} isBusy={isBusy} onKeep={keep} onReplace={replace} />
        </div>
      )}
      <ul aria-label="Calls without an outcome">
        {shown.map((call) => {
          const answer = answered.get(call.id);
          return (
            <WaitingRow
              key={call.id}
              {...{ call, showsHost, isBusy, answer }}
              isChosen={call === chosen}
              isReached={call.id === chosenId}
              onChoose={(result) => choose(call, result)}
              onUndo={() => takeBack(call)}
            />
          );
        })}
      </ul>
      {!showsAll && rows.length > shown.length && (
        <Button variant="subtle" size="compact-sm" m="xs" onClick={() => setShowsAll(true)}>
          Show {rows.length - shown.length} more
        </Button>
      )}
      {problem && (
        <div className="panel-note">
          <ProblemNote problem={problem} />
        </div>
      )}
      <OutcomeSheet
        {...dialogs.of('outcome')}
        onSent={(call, result) => remember(call, result, true)}
        onDone={confirm}
        onUndone={forgetAnswer}
      />
    </Panel>
  );
}

interface Answered {
  readonly call: TodayCallFragment;
  readonly result: Result;
  /** The server has not answered yet. */
  readonly isSent: boolean;
}

interface WaitingRowProps {
  readonly call: TodayCallFragment;
  readonly showsHost: boolean;
  readonly isBusy: boolean;
  readonly isChosen: boolean;
  /** It was chosen by key: the page follows. */
  readonly isReached: boolean;
  readonly answer: Answered | undefined;
  readonly onChoose: (result: Result) => void;
  readonly onUndo: () => void;
}

function WaitingRow({ call, showsHost, isBusy, isChosen, isReached, answer, onChoose, onUndo }: WaitingRowProps) {
  const { timeZone } = useSession().user;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isReached) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isReached]);
  return (
    <li ref={row} className="today-row" aria-current={isChosen || undefined}>
      <Group justify="space-between" gap="xs">
        <Stack gap={0} flex="1 1 15rem">
          <Text component="span" fw={500} size="sm" className="two-lines">
            <CallLink call={call} />
          </Text>
          <Text component="span" size="sm" c="dimmed" className="two-lines">
            {shortDayTimeText(call.dateTime, timeZone)} · <EventAndHost call={call} showsHost={showsHost} />
          </Text>
        </Stack>
        {answer ? (
          <Group gap="xs" role="status">
            {answer.result === 'NO_SHOW' && <BookAgainButton call={call} />}
            <Badge color={goodResults.includes(answer.result) ? 'green' : 'gray'}>{resultTitle(answer.result)}</Badge>
            {!answer.isSent && (
              <Button size="xs" variant="subtle" disabled={isBusy} onClick={onUndo}>
                Undo
              </Button>
            )}
          </Group>
        ) : (
          <OutcomeButtons call={call} isDisabled={isBusy} showsKeys={isChosen} onChoose={onChoose} />
        )}
      </Group>
    </li>
  );
}
