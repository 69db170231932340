import { type CallNumbers, callNumbersGroupRecord, callNumbersRecord } from '#src/domain/reports/call-numbers.ts';
import { groupings, type Report, rateRecord, reportRecord } from '#src/domain/reports/report.ts';
import { builder, enumType } from '../builder.ts';
import { recordFields, recordType } from '../record-types.ts';

export const ReportGroupingEnum = enumType('ReportGrouping', groupings, 'By what the numbers of a report are grouped.');

recordType('Rate', rateRecord, { description: 'A share of a number, with both numbers.' });

const CallNumbersType = recordType('CallNumbers', callNumbersRecord, {
  description: 'What became of calls: each call is counted once, by its present start.',
});

const CallNumbersGroupType = recordType('CallNumbersGroup', callNumbersGroupRecord, {
  description: 'The numbers of the calls of one group.',
});

export const CallReportType = builder.objectRef<Report<CallNumbers>>('CallReport').implement({
  description: 'The numbers of the calls of a period.',
  fields: (t) =>
    recordFields(t, reportRecord, {
      groups: t.expose('groups', {
        type: [CallNumbersGroupType],
        description:
          'The groups: days, weeks and months in their order, also those without calls; others with the most calls first. Empty for none.',
      }),
      total: t.expose('total', { type: CallNumbersType, description: 'All calls of the period.' }),
      previous: t.expose('previous', {
        type: CallNumbersType,
        description: 'All calls of the period of the same length before it.',
      }),
    }),
});
