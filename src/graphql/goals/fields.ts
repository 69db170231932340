import {
  deleteGoalInput,
  goalListInput,
  goalNumbers,
  goalRecord,
  maxGoals,
  setGoalInput,
} from '#src/domain/goals/goal.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { deleteGoal, listGoals, setGoal } from '#src/services/goals/goals.ts';
import { enumType } from '../builder.ts';
import { recordType } from '../record-types.ts';
import { mutation, query } from '../root-fields.ts';

const GoalNumberEnum = enumType('GoalNumber', goalNumbers, 'The number of reports that a goal is about.', {
  BOOKED: 'Calls of the month, by their start: `booked` of `callNumbers`.',
  HELD: 'Calls that were held: `held` of `callNumbers`.',
  WON: 'Calls that were won: `won` of `callNumbers`.',
  CASH: 'Transactions of the month, by their time, less refunds; for a member those of the deals that they closed.',
  CONTRACT_VALUE: 'Values of the deals of the month, by their time; for a member those that they closed.',
});

const GoalType = recordType('Goal', goalRecord, {
  description:
    'A number that the team, or one member, is to reach in a month. Everybody in the workspace sees the goals of the team, with the sum of all its members; members see their own goals, owners and admins all.',
});

const { read, write } = recordPolicies.Goal;

/** The document cost of a goal: the calls and the money of a month are read once for all. */
const goalCost = 3;

query('goals', {
  type: [GoalType],
  description: `The goals of a month that you see, those of the team first; at most ${maxGoals}. Only for sessions, of any role.`,
  access: read,
  input: goalListInput,
  assumedLength: 20,
  ownCost: goalCost,
  follows: ['eventCalls', 'deals', 'transactions'],
  read: listGoals,
});

mutation('setGoal', {
  type: GoalType,
  description: `Sets a goal. If there is a goal of this month, member, number and currency, its target is replaced. A month can have at most ${maxGoals} goals. Only for sessions of owners and admins.`,
  access: write,
  input: {
    schema: setGoalInput,
    description: 'A goal of a month.',
    argument: 'The goal.',
    types: { number: GoalNumberEnum, target: 'Decimal' },
  },
  perform: setGoal,
});

mutation('deleteGoal', {
  type: GoalType,
  description:
    'Deletes a goal. NOT_FOUND if the workspace has no goal with this id. Only for sessions of owners and admins.',
  access: write,
  input: { schema: deleteGoalInput, description: 'The goal to delete.', argument: 'The goal.' },
  perform: deleteGoal,
});
