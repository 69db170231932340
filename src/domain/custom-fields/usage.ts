import { field, type RecordOf } from '#src/domain/record.ts';

/** The maximum of events that the usage of a field lists; its counts include all. */
export const maxListedEvents = 100;

export const customFieldEventRecord = {
  eventId: field.int('Event id.'),
  name: field.string('Name of the event.'),
  asks: field.boolean('True if the booking form of the event asks for the field.'),
  hasRule: field.boolean('True if a disqualification rule of the event names the field.'),
};
export interface CustomFieldEvent extends RecordOf<typeof customFieldEventRecord> {}

export const customFieldOptionUsageRecord = {
  optionId: field.int('Option id.'),
  answerCount: field.int('Number of answers that contain the option.'),
  ruleEventCount: field.int('Number of events with a disqualification rule that names the option.'),
};
export interface CustomFieldOptionUsage extends RecordOf<typeof customFieldOptionUsageRecord> {}

/** The present use of a field: what a change of the field affects. */
export const customFieldUsageRecord = {
  answerCount: field.int('Number of records that have an answer. The input type is fixed if there are any.'),
  askingEventCount: field.int('Number of events whose booking form asks for the field.'),
  ruleEventCount: field.int('Number of events with a disqualification rule that names the field.'),
  events: field.objects(
    customFieldEventRecord,
    `The events that ask for the field or have a rule that names it, by name; at most ${maxListedEvents}.`,
  ),
  options: field.objects(customFieldOptionUsageRecord, 'The use of each option, including archived ones.'),
};
export interface CustomFieldUsage extends RecordOf<typeof customFieldUsageRecord> {}

/** An invitee question is no stored field, so nothing uses it. */
export const unusedField: CustomFieldUsage = {
  answerCount: 0,
  askingEventCount: 0,
  ruleEventCount: 0,
  events: [],
  options: [],
};
