export const contactStatuses = ['POTENTIAL', 'QUALIFIED', 'DISQUALIFIED'] as const;
export type ContactStatus = (typeof contactStatuses)[number];

export interface Utm {
  utmKey: string;
  utmValue: string;
}

/** The record as both doors tell it. Instants are ISO 8601 text, UTC, with milliseconds. */
export interface Contact {
  id: number;
  previewId: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phoneNumber: string | null;
  status: ContactStatus;
  tag: string | null;
  timeZone: string | null;
  country: string | null;
  /** The owner. */
  userId: number | null;
  utm: Utm[];
  joinedTime: string;
  createdAt: string;
  updatedAt: string;
}

export interface ContactAnswer {
  customFieldId: number;
  identifier: string;
  name: string;
  inputType: string;
  answer: string[];
}

export interface ContactDetail extends Contact {
  customFieldAnswers: ContactAnswer[];
}

export interface ContactPage {
  contacts: Contact[];
  count: number;
}
