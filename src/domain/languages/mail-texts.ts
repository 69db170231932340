import type { eventLocations } from '#src/domain/event-calls/event-call.ts';
import type { NotificationKind } from '#src/domain/notifications/notification.ts';

type Kinds = Readonly<Record<NotificationKind, string>>;

/** The texts of mails about calls in one language, around names and times. */
export interface MailTexts {
  /** The first word of the subject. */
  readonly subject: Kinds;
  /** The first line, to a person whose name is known. */
  readonly greeting: (name: string) => string;
  readonly heading: Readonly<Record<'INVITEE' | 'HOST', Kinds>>;
  /** Below the heading; empty for nothing. */
  readonly intro: Kinds;
  readonly labels: Readonly<Record<'event' | 'when' | 'with' | 'email' | 'phone' | 'guests' | 'where', string>>;
  /** Empty for a place that its link describes well enough. */
  readonly places: Readonly<Record<(typeof eventLocations)[number], string>>;
  /** The button to the host's page. */
  readonly seeCall: string;
  /** The button to the invitee's page. */
  readonly moveOrCancel: string;
  readonly orOpen: string;
  readonly endForInvitee: (workspace: string, hostEmail: string) => string;
  readonly endForHost: (workspace: string) => string;
  /** What is different in mails to guests, who get those of the invitee. */
  readonly forGuests: {
    /** The heading of the invitation. */
    readonly invitation: string;
    /** The cancellation for a guest who was removed from a call that takes place. */
    readonly removed: { readonly heading: string; readonly intro: string };
    readonly end: (workspace: string, hostEmail: string) => string;
  };
  /** The mail by which a held booking is confirmed. */
  readonly confirmation: {
    readonly subject: string;
    readonly heading: string;
    readonly intro: (until: string) => string;
    readonly confirm: string;
    readonly end: (workspace: string) => string;
  };
}
