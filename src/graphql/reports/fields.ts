import { recordPolicies } from '#src/domain/principal/policy.ts';
import { type CallNumbers, callNumbersInput } from '#src/domain/reports/call-numbers.ts';
import { linesOf } from '#src/domain/reports/lines.ts';
import type { Report } from '#src/domain/reports/report.ts';
import { readCallReport } from '#src/services/reports/call-numbers.ts';
import { CallTypeEnum } from '../event-calls/types.ts';
import { query } from '../root-fields.ts';
import { CallReportType, ReportGroupingEnum } from './types.ts';

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
