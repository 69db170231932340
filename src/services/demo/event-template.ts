import type { CallType, EventLocation, EventStatus, InviteeQuestionType } from '#src/db/generated/prisma/enums.ts';

export interface EventTemplate {
  name: string;
  slug: string;
  description: string;
  callType: CallType;
  duration: number;
  slotInterval: number;
  bufferBefore: number;
  bufferAfter: number;
  minimumNotice: number;
  bookingWindow: number;
  dailyLimit: number | null;
  location: EventLocation;
  locationLink: string | null;
  status: EventStatus;
  disqualifiesLeads: boolean;
  /** `<username>/<schedule name>` and the host's priority. */
  hosts: readonly (readonly [schedule: string, priority: number])[];
  questions: readonly InviteeQuestionType[];
  /** Identifiers of the custom fields that it asks for. */
  asksFields: readonly string[];
}

export const questionTexts: Readonly<Record<InviteeQuestionType, string>> = {
  NAME: 'What is your name?',
  FIRST_NAME: 'First name',
  LAST_NAME: 'Last name',
  EMAIL: 'Which e-mail address shall we write to?',
  PHONE_NO: 'Which number can we call you on?',
};

/** What most events of the demo have in common. */
export const usual = {
  slotInterval: 30,
  bufferBefore: 0,
  bufferAfter: 0,
  minimumNotice: 120,
  bookingWindow: 90,
  dailyLimit: null,
  locationLink: null,
  status: 'ACTIVATED',
  disqualifiesLeads: false,
  asksFields: [],
} as const satisfies Partial<EventTemplate>;
