import type { eventLocations } from '#src/domain/event-calls/event-call.ts';
import type { FieldErrorCode } from '#src/domain/field-errors.ts';

/** All texts of the invitee pages in one language. Dates, times, months and durations come from `Intl`. */
export interface Texts {
  /** The language's own name. */
  readonly language: string;
  readonly languageLabel: string;

  readonly chooseTime: string;
  readonly timeZone: string;
  readonly apply: string;
  readonly allTimeZones: string;
  readonly timeNow: (time: string) => string;
  readonly previousMonth: string;
  readonly nextMonth: string;
  /** Appended to the name of a day that can be chosen, for screen readers. */
  readonly open: string;
  readonly timesOn: (date: string) => string;
  readonly noTimesOn: (date: string) => string;
  readonly noTimesIn: (month: string) => string;
  readonly noTimes: string;
  /** Said where the first month has no times left, so that a later one is shown. */
  readonly skippedMonth: (empty: string, shown: string) => string;
  readonly morning: string;
  readonly afternoon: string;
  /** The label of the two below. */
  readonly hourFormat: string;
  readonly hours12: string;
  readonly hours24: string;
  readonly nextOpen: (date: string) => string;
  readonly otherDays: string;
  readonly otherTime: string;

  readonly yourDetails: string;
  readonly detailsFirst: string;
  readonly optional: string;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  /** The label of the list of countries beside a phone number. */
  readonly phoneCountry: string;
  /** The button for lists with all countries, on pages without script. */
  readonly allCountries: string;
  readonly phoneHint: string;
  /** Shows the international form of a number before the visitor books with it. */
  readonly phoneRead: (number: string) => string;
  /** Opens the field for guests. */
  readonly addGuests: string;
  readonly guests: string;
  readonly guestsHint: (max: number) => string;
  /** The addresses that are none. */
  readonly guestsError: (addresses: string) => string;
  readonly tooManyGuests: (max: number) => string;
  readonly choose: string;
  readonly book: string;
  readonly goOn: string;

  readonly locations: Readonly<Record<(typeof eventLocations)[number], string>>;
  readonly eventsOf: (name: string) => string;
  readonly poweredBy: string;

  readonly booked: string;
  readonly moved: string;
  readonly isCancelled: string;
  readonly isOver: string;
  readonly what: string;
  readonly when: string;
  readonly where: string;
  readonly who: string;
  readonly withWhom: string;
  readonly timeOfHost: (time: string) => string;
  readonly join: string;
  /** What follows a booking. */
  readonly next: {
    readonly title: string;
    readonly mail: (email: string) => string;
    readonly hostCalls: (host: string, number: string) => string;
    /** The invitee dials the event's number. */
    readonly dial: (number: string) => string;
    readonly join: string;
    readonly come: (place: string) => string;
  };
  readonly addToCalendar: string;
  readonly calendarFile: string;
  readonly move: string;
  readonly moveTo: string;
  readonly present: string;
  readonly moveTitle: string;
  readonly cancel: string;
  readonly cancelTitle: string;
  readonly keep: string;
  readonly reason: string;
  readonly bookAgain: string;
  readonly keepLink: string;
  readonly mailHeldBack: string;

  readonly confirmation: {
    readonly title: string;
    readonly sentTo: (email: string) => string;
    readonly openBy: (time: string) => string;
    readonly noMail: string;
    readonly change: string;
    readonly confirmBy: (time: string) => string;
    readonly confirm: string;
    readonly expired: { readonly title: string; readonly text: string };
  };

  readonly thanks: string;
  readonly disqualified: string;

  readonly fixErrors: string;
  readonly taken: string;
  readonly past: string;
  readonly notOpen: string;
  readonly sameTime: string;
  readonly closed: string;
  readonly movedOften: (time: string) => string;
  readonly movesUsedUp: string;
  /** Beside the button of a preview, which books nothing. */
  readonly preview: string;
  readonly closedNow: string;
  readonly tryAgain: string;
  readonly noZone: string;
  readonly limitReached: string;
  readonly tooMany: (seconds: number) => string;
  readonly tooLong: { readonly title: string; readonly text: string };
  readonly tooManyBookings: (wait: string) => string;
  readonly needsEmail: string;
  readonly busy: string;
  readonly failed: string;
  readonly changedForm: string;
  readonly errors: Readonly<Partial<Record<FieldErrorCode, string>>> & { readonly invalid: string };
  readonly emailError: string;
  readonly emailLocalPartError: string;
  /** The example is a number as people write it in the chosen country. */
  readonly phoneError: (example: string) => string;
  /** Numbers are stored without extensions. */
  readonly phoneExtension: string;
  readonly linkError: string;
  readonly dateError: string;

  readonly notFound: { readonly title: string; readonly text: string };
  /** Shown in a frame on a site that may not show the page, with a link to it. */
  readonly notEmbeddable: { readonly title: string; readonly text: string; readonly open: string };
  readonly endedLink: { readonly title: string; readonly text: string };
  readonly methodNotAllowed: string;
}
