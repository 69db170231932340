import { recordPolicies } from '#src/domain/principal/policy.ts';
import { type CallNumbers, callNumbersInput } from '#src/domain/reports/call-numbers.ts';
import { linesOf } from '#src/domain/reports/lines.ts';
import { type MoneyNumbers, moneyNumbersInput } from '#src/domain/reports/money-numbers.ts';
import type { Report } from '#src/domain/reports/report.ts';
import { readCallReport } from '#src/services/reports/call-numbers.ts';
import { moneyScopes, readMoneyReport } from '#src/services/reports/money-numbers.ts';
import { CallTypeEnum } from '../event-calls/types.ts';
import { query } from '../root-fields.ts';
import { CallReportType, MoneyReportType, ReportGroupingEnum } from './types.ts';

/** The document cost of a report, which reads every record of two periods. */
const reportCost = 50;

query('callNumbers', {
  type: CallReportType,
  description:
    'How many calls of a period were booked, cancelled, held and won, with the rates of these, by group, in total, and of the period before. Owners and admins see the numbers of all calls of the workspace, closers and setters those of their own calls.',
  access: recordPolicies.EventCall.read,
  input: callNumbersInput,
  ownCost: reportCost,
  types: { groupBy: ReportGroupingEnum, callTypes: CallTypeEnum },
  follows: ['eventCalls'],
  rest: { method: 'GET', path: '/reports/calls', csv: (report) => linesOf(report as Report<CallNumbers>) },
  read: readCallReport,
});

query('moneyNumbers', {
  type: MoneyReportType,
  description:
    'What the deals of a period are worth, what was paid and refunded in it, and how much of that there is for each call, by group, in total, and of the period before. Owners and admins see the numbers of the whole workspace, closers and setters those of their own deals, transactions and calls; a deal or call that they do not see counts as none. Needs the scopes of all three.',
  access: recordPolicies.Deal.read,
  input: moneyNumbersInput,
  ownCost: reportCost,
  types: { groupBy: ReportGroupingEnum, callTypes: CallTypeEnum },
  follows: ['deals', 'transactions', 'eventCalls'],
  rest: {
    method: 'GET',
    path: '/reports/money',
    otherScopes: moneyScopes.slice(1),
    wire: { value: { type: 'number' }, numerator: { type: 'number' }, denominator: { type: 'number' } },
    csv: (report) => linesOf(report as Report<MoneyNumbers>),
  },
  read: readMoneyReport,
});
