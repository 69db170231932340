import { recordPolicies } from '#src/domain/principal/policy.ts';
import { type CallNumbers, callNumbersInput } from '#src/domain/reports/call-numbers.ts';
import { callReasonsInput } from '#src/domain/reports/call-reasons.ts';
import { type LeadNumbers, leadNumbersInput } from '#src/domain/reports/lead-numbers.ts';
import { type MoneyNumbers, moneyNumbersInput } from '#src/domain/reports/money-numbers.ts';
import type { Report } from '#src/domain/reports/report.ts';
import { reportLines } from '#src/lib/report-lines.ts';
import { readCallReport } from '#src/services/reports/call-numbers.ts';
import { countCallReasons } from '#src/services/reports/call-reasons.ts';
import { leadScopes, readLeadReport } from '#src/services/reports/lead-numbers.ts';
import { moneyScopes, readMoneyReport } from '#src/services/reports/money-numbers.ts';
import { CallTypeEnum } from '../event-calls/types.ts';
import { query } from '../root-fields.ts';
import { CallReasonsType, CallReportType, LeadReportType, MoneyReportType, ReportGroupingEnum } from './types.ts';

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
  follows: ['eventCalls', 'contacts', 'deals'],
  rest: { method: 'GET', path: '/reports/calls', csv: (report) => reportLines(report as Report<CallNumbers>) },
  read: readCallReport,
});

query('callReasons', {
  type: CallReasonsType,
  description:
    'Why the calls of a period were not won: their reasons for lost sales and the kinds of objections, counted. Owners and admins see those of all calls of the workspace, closers and setters those of their own calls.',
  access: recordPolicies.EventCall.read,
  input: callReasonsInput,
  ownCost: reportCost,
  types: { callTypes: CallTypeEnum },
  follows: ['eventCalls', 'contacts', 'deals'],
  read: countCallReasons,
});

query('moneyNumbers', {
  type: MoneyReportType,
  description:
    'What the deals of a period are worth, what was paid and refunded in it, and how much of that there is for each call, by group, in total, and of the period before. Owners and admins see the numbers of the whole workspace, closers and setters those of their own deals, transactions and calls; a deal or call that they do not see counts as none. Needs the scopes of all three.',
  access: recordPolicies.Deal.read,
  input: moneyNumbersInput,
  ownCost: reportCost,
  types: { groupBy: ReportGroupingEnum, callTypes: CallTypeEnum },
  follows: ['deals', 'transactions', 'eventCalls', 'contacts'],
  rest: {
    method: 'GET',
    path: '/reports/money',
    otherScopes: moneyScopes.slice(1),
    wire: { value: { type: 'number' }, numerator: { type: 'number' }, denominator: { type: 'number' } },
    csv: (report) => reportLines(report as Report<MoneyNumbers>),
  },
  read: readMoneyReport,
});

query('leadNumbers', {
  type: LeadReportType,
  description:
    'How many contacts were created in a period, how many of these booked, held and won a call by now, and how fast, by group, in total, and of the period before; with the forms and the first bookings of the period. The contacts are those of the workspace. Of their calls and deals, owners and admins see all, closers and setters their own; others count as none. Needs the scopes of contacts and calls, and that of deals for groups and filters by product.',
  access: recordPolicies.Contact.read,
  input: leadNumbersInput,
  ownCost: reportCost,
  types: { groupBy: ReportGroupingEnum, callTypes: CallTypeEnum },
  follows: ['contacts', 'eventCalls', 'deals'],
  rest: {
    method: 'GET',
    path: '/reports/leads',
    otherScopes: leadScopes.slice(1),
    csv: (report) => reportLines(report as Report<LeadNumbers>),
  },
  read: readLeadReport,
});
