import { field, type RecordOf } from '#src/domain/record.ts';

/** What a new workspace needs before its first call. */
export const setupStepsRecord = {
  hasHours: field.boolean('True if a schedule of yours has hours.'),
  hasCalendar: field.boolean('True if you have connected a calendar.'),
  hasPublishedEvent: field.boolean('True if an event is activated.'),
  hasBooking: field.boolean('True if a call was booked.'),
  hasColleague: field.boolean('True if the workspace has another member, or an open invitation.'),
  hasLogo: field.boolean('True if the workspace has a logo.'),
};
export interface SetupSteps extends RecordOf<typeof setupStepsRecord> {}

/** How long a workspace counts as new. */
export const setupDays = 30;

/** A member who has a saved view of this list has hidden the steps. Views belong to one member, and are deleted with them. */
export const hiddenSetupList = '/setup';
