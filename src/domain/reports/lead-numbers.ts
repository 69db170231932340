import { z } from 'zod';
import { originsOfLeads } from '#src/domain/contacts/contact-lists.ts';
import { idList } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { groupFields, rate, rateRecord, reportFields } from './report.ts';

export const leadNumbersInput = z.object({
  ...reportFields('the contacts, calls and forms'),
  userIds: idList().optional().describe('Only contacts of these owners, by user id, with their calls and forms.'),
  setterIds: idList().optional().describe('Only contacts of these setters, by user id, with their calls and forms.'),
  ...originsOfLeads,
});

export type LeadNumbersInput = z.output<typeof leadNumbersInput>;

/** The most minutes of the bands of a speed, and the days before which calls of the bands of lead time begin; the last has no bound. */
export const speedBands = [5, 15, 60, 1_440, null] as const;
export const leadTimeBands = [1, 3, 7, null] as const;

export const speedBandRecord = {
  minutes: field
    .int('At most so many minutes, and more than those of the band before; null for all that took longer.')
    .nullable(),
  count: field.int('Contacts.'),
};

export const speedRecord = {
  medianMinutes: field.float('Half of the contacts took at most so long; null without contacts.').nullable(),
  p95Minutes: field.float('95 of 100 contacts took at most so long; null without contacts.').nullable(),
  bands: field.objects(speedBandRecord, 'How many took how long; each contact is in one band.'),
};
export type Speed = RecordOf<typeof speedRecord>;

export const leadTimeRecord = {
  days: field
    .int('Less than so many days of 24 hours, and at least those of the band before; null for all other calls.')
    .nullable(),
  booked: field.int('Calls.'),
  showRate: field.object(rateRecord, 'held ÷ (held + noShow) of these calls.'),
};
export type LeadTime = RecordOf<typeof leadTimeRecord>;

export const leadNumbersRecord = {
  created: field.int('Contacts that were created in the period.'),
  booked: field.int('Those of them with a call.'),
  held: field.int('Those of them with a held call by now.'),
  won: field.int('Those of them with a won call by now.'),
  disqualified: field.int('Those of them with the status DISQUALIFIED.'),
  forms: field.int('Forms that were sent in the period, with and without a booking.'),
  cohortCloseRate: field.object(
    rateRecord,
    'Contacts who booked for the first time in the period: those with a won call by now ÷ all of them.',
  ),
  disqualifiedRate: field.object(rateRecord, 'disqualified ÷ forms.'),
  speedToLead: field.object(speedRecord, 'From joinedTime of the contacts to their first booking, not below 0.'),
  speedToCall: field.object(
    speedRecord,
    'From joinedTime of the contacts to the start of the call that they booked first, not below 0.',
  ),
  leadTime: field.objects(leadTimeRecord, 'The calls of the period by the time from their booking to their start.'),
};
export type LeadNumbers = RecordOf<typeof leadNumbersRecord>;

export const leadNumbersGroupRecord = { ...groupFields, ...leadNumbersRecord };

/** How long contacts took, in minutes, and how many are in each of the bands. */
export interface CountedSpeed {
  readonly medianMinutes: number | null;
  readonly p95Minutes: number | null;
  readonly bands: readonly number[];
}

export interface CountedLeads {
  readonly created: number;
  readonly booked: number;
  readonly held: number;
  readonly won: number;
  readonly disqualified: number;
  readonly speedToLead: CountedSpeed;
  readonly speedToCall: CountedSpeed;
}

/** What is counted of a group: of contacts, of those who booked for the first time, of forms, and of each band of lead time. */
export interface CountedLeadGroup {
  readonly leads?: CountedLeads | undefined;
  readonly cohort?: { readonly booked: number; readonly won: number } | undefined;
  readonly forms?: { readonly sent: number } | undefined;
  readonly calls?: { readonly bands: readonly CountedBand[] } | undefined;
}

interface CountedBand {
  readonly booked: number;
  readonly held: number;
  readonly noShow: number;
}

const noSpeed: CountedSpeed = { medianMinutes: null, p95Minutes: null, bands: speedBands.map(() => 0) };
const noLeads: CountedLeads = {
  created: 0,
  booked: 0,
  held: 0,
  won: 0,
  disqualified: 0,
  speedToLead: noSpeed,
  speedToCall: noSpeed,
};
const noCalls: CountedBand = { booked: 0, held: 0, noShow: 0 };

/** The numbers that follow from the counts. */
export function leadNumbersOf({ leads = noLeads, cohort, forms, calls }: CountedLeadGroup): LeadNumbers {
  const { speedToLead, speedToCall, ...counts } = leads;
  const sent = forms?.sent ?? 0;
  return {
    ...counts,
    forms: sent,
    cohortCloseRate: rate(cohort?.won ?? 0, cohort?.booked ?? 0),
    disqualifiedRate: rate(counts.disqualified, sent),
    speedToLead: speedOf(speedToLead),
    speedToCall: speedOf(speedToCall),
    leadTime: leadTimeBands.map((days, index) => {
      const { booked, held, noShow } = calls?.bands[index] ?? noCalls;
      return { days, booked, showRate: rate(held, held + noShow) };
    }),
  };
}

function speedOf({ medianMinutes, p95Minutes, bands }: CountedSpeed): Speed {
  const counts = speedBands.map((minutes, index) => ({ minutes, count: bands[index] ?? 0 }));
  return { medianMinutes, p95Minutes, bands: counts };
}
