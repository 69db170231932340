import { Button, Menu, Progress, Text } from '@mantine/core';
import { useMutation } from 'urql';
import { problemOf } from '../../app/problem.ts';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { DeleteGoalDocument, type GoalRowFragment, GoalsDocument, SetGoalDocument } from '../../gql/goals.ts';
import { monthText } from '../../kit/days.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { useChosenNames } from '../../kit/filters/names.ts';
import { useKeys } from '../../kit/keys.ts';
import { Panel } from '../../kit/layout.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { QueryView } from '../../kit/list/query-view.tsx';
import { DangerItem, RowMenu } from '../../kit/list/row-menu.tsx';
import { notifyDone, notifyProblem } from '../../kit/messages.tsx';
import { memberName } from '../../parts/members.ts';
import { goalTitles, goalValueText, shareOf, standingText } from './goal-texts.ts';
import { useNumbers } from './use-numbers.ts';

const GoalDialogs = lazyPart(() => import('./goal-dialogs.tsx'), 'GoalDialogs');

interface GoalsProps {
  /** The first day of the month. */
  readonly month: string;
  readonly today: string;
}

/** What the team and each member are to reach in a month, and where they stand. Owners and admins set it. */
export function Goals({ month, today }: GoalsProps) {
  const session = useSession();
  const isLead = isTeamLead(session);
  const query = useNumbers(GoalsDocument, { month });
  const adding = useDialogs<'new', { readonly month: string }>();
  const editing = useDialogs<'edit', { readonly goal: GoalRowFragment; readonly name: string }>();
  const dialogs = { adding: adding.of('new'), editing: editing.of('edit') };
  const remove = useRemovedGoal();
  const goals = query[0].data?.goals ?? [];
  const ids = [...new Set(goals.flatMap(({ userId }) => (userId === null ? [] : [userId])))];
  const nameOf = useChosenNames(isLead && ids.length > 0 ? 'members' : undefined, ids.join(','));
  const ownerOf = ({ userId }: GoalRowFragment) => {
    if (userId === null) return 'Team';
    return (userId === session.user.id ? memberName(session.user) : undefined) ?? nameOf(String(userId)) ?? '…';
  };
  const add = () => adding.open('new', { month });
  useKeys(isLead ? [{ key: 'n', title: 'Set a goal', act: add }] : []);
  // Whoever can set none and has none needs no place for them.
  if (!isLead && goals.length === 0) return null;
  return (
    <>
      <Panel
        title={`Goals of ${monthText(month)}`}
        actions={
          isLead && (
            <Button variant="default" size="xs" onClick={add}>
              Set a goal…
            </Button>
          )
        }
      >
        <QueryView query={query} skeleton={<div aria-busy="true" className="goals-place" />}>
          {() =>
            goals.length === 0 ? (
              <Text size="sm" c="dimmed">
                No goals yet. Set what the team, or one member, is to reach in this month.
              </Text>
            ) : (
              <ul className="goals">
                {goals.map((goal) => (
                  <Goal
                    key={goal.id}
                    {...{ goal, today }}
                    name={ownerOf(goal)}
                    onEdit={isLead ? () => editing.open('edit', { goal, name: ownerOf(goal) }) : undefined}
                    onDelete={() => remove(goal)}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Panel>
      {(dialogs.adding.about || dialogs.editing.about) && <GoalDialogs {...dialogs} />}
    </>
  );
}

interface GoalProps {
  readonly goal: GoalRowFragment;
  readonly name: string;
  readonly today: string;
  /** Absent for whoever only reads goals. */
  readonly onEdit: (() => void) | undefined;
  readonly onDelete: () => void;
}

function Goal({ goal, name, today, onEdit, onDelete }: GoalProps) {
  const { number, currency, target, reached } = goal;
  const title = goalTitles[number];
  const values = `${goalValueText(reached, currency)} of ${goalValueText(target, currency)}`;
  return (
    <li>
      <span className="breaks">
        <bdi>{name}</bdi> <span className="soft">{title}</span>
      </span>
      <span className="number">{values}</span>
      <span className="goal-menu">
        {onEdit && (
          <RowMenu name={`the goal of ${name}: ${title}`}>
            <Menu.Item onClick={onEdit}>Change…</Menu.Item>
            <DangerItem onClick={onDelete}>Delete</DangerItem>
          </RowMenu>
        )}
      </span>
      <Progress
        value={Math.min(100, shareOf(goal) * 100)}
        aria-label={`${name}, ${title}: ${values}`}
        className="goal-progress"
      />
      <span className="hint goal-standing">{standingText(goal, today)}</span>
    </li>
  );
}

/** Deletes a goal, with an undo. */
function useRemovedGoal() {
  const [, execute] = useMutation(DeleteGoalDocument);
  const [, set] = useMutation(SetGoalDocument);
  const setAgain = async ({ month, userId, number, currency, target }: GoalRowFragment) => {
    const { error } = await set({ input: { month, userId, number, currency, target } });
    if (error) notifyProblem(problemOf(error));
  };
  return async (goal: GoalRowFragment) => {
    const { error } = await execute({ input: { id: goal.id } });
    if (error) notifyProblem(problemOf(error));
    else notifyDone('The goal is deleted', () => setAgain(goal));
  };
}
