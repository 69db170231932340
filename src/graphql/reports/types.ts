import { type CallNumbers, callNumbersGroupRecord, callNumbersRecord } from '#src/domain/reports/call-numbers.ts';
import { callReasonsRecord, objectionCountRecord, reasonCountRecord } from '#src/domain/reports/call-reasons.ts';
import {
  type LeadNumbers,
  leadNumbersGroupRecord,
  leadNumbersRecord,
  leadTimeRecord,
  speedBandRecord,
  speedRecord,
} from '#src/domain/reports/lead-numbers.ts';
import {
  amountOfTypeRecord,
  amountRateRecord,
  amountRecord,
  type MoneyNumbers,
  moneyNumbersGroupRecord,
  moneyNumbersRecord,
} from '#src/domain/reports/money-numbers.ts';
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

recordType('ReasonCount', reasonCountRecord, { description: 'How many calls have a reason for a lost sale.' });

recordType('ObjectionCount', objectionCountRecord, { description: 'How many calls have an objection of a kind.' });

export const CallReasonsType = recordType('CallReasons', callReasonsRecord, {
  description: 'Why the calls of a period were not won.',
});

recordType('MoneyAmount', amountRecord, { description: 'An amount in one currency.' });

recordType('MoneyAmountOfType', amountOfTypeRecord, { description: 'The value of deals of one type in one currency.' });

recordType('MoneyRate', amountRateRecord, { description: 'A share of an amount in one currency, with both amounts.' });

const MoneyNumbersType = recordType('MoneyNumbers', moneyNumbersRecord, {
  description:
    'What deals are worth, what was paid, and how much of it there is for each call. Amounts are by currency, in the order of the codes, and never added across currencies.',
});

const MoneyNumbersGroupType = recordType('MoneyNumbersGroup', moneyNumbersGroupRecord, {
  description: 'The numbers of the deals, payments and calls of one group.',
});

export const MoneyReportType = builder.objectRef<Report<MoneyNumbers>>('MoneyReport').implement({
  description: 'The numbers of the deals and payments of a period.',
  fields: (t) =>
    recordFields(t, reportRecord, {
      groups: t.expose('groups', {
        type: [MoneyNumbersGroupType],
        description:
          'The groups: days, weeks and months in their order, also those without records; others with the most deals first, and then the most calls. Empty for none.',
      }),
      total: t.expose('total', { type: MoneyNumbersType, description: 'All of the period.' }),
      previous: t.expose('previous', {
        type: MoneyNumbersType,
        description: 'All of the period of the same length before it.',
      }),
    }),
});

recordType('SpeedBand', speedBandRecord, { description: 'Contacts who took about as long.' });

recordType('Speed', speedRecord, { description: 'How long contacts took, in minutes.' });

recordType('LeadTimeBand', leadTimeRecord, { description: 'Calls that were booked about as long before their start.' });

const LeadNumbersType = recordType('LeadNumbers', leadNumbersRecord, {
  description: 'How far contacts have come by now, and how fast.',
});

const LeadNumbersGroupType = recordType('LeadNumbersGroup', leadNumbersGroupRecord, {
  description: 'The numbers of the contacts, calls and forms of one group.',
});

export const LeadReportType = builder.objectRef<Report<LeadNumbers>>('LeadReport').implement({
  description: 'The numbers of the contacts of a period.',
  fields: (t) =>
    recordFields(t, reportRecord, {
      groups: t.expose('groups', {
        type: [LeadNumbersGroupType],
        description:
          'The groups: days, weeks and months in their order, also those without records; others with the most contacts first, and then the most first bookings. Empty for none.',
      }),
      total: t.expose('total', { type: LeadNumbersType, description: 'All of the period.' }),
      previous: t.expose('previous', {
        type: LeadNumbersType,
        description: 'All of the period of the same length before it.',
      }),
    }),
});
