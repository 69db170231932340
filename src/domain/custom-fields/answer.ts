import type { ContactStatus } from '#src/domain/contacts/contact.ts';
import type { questionTypes } from '#src/domain/event-calls/event-call.ts';
import type { CustomField } from './custom-field.ts';

export type QuestionType = (typeof questionTypes)[number];

/** What of a field decides about its answers. */
export type AnsweredField = Pick<CustomField, 'id' | 'identifier' | 'name' | 'type' | 'inputType' | 'configuration'> & {
  options: Pick<CustomField['options'][number], 'id' | 'name' | 'isArchived'>[];
};

/** An answer as both doors tell it. One that was cleared is empty, and has no id and no times any more. */
export interface CustomFieldAnswer {
  id: number | null;
  customFieldId: number;
  identifier: string;
  name: string;
  inputType: string;
  /** Of the contact and the call, the one that was answered for. */
  contactId: number | null;
  eventCallId: number | null;
  answer: string[];
  createdAt: string | null;
  updatedAt: string | null;
}

/** What became of an answer for many contacts: each of them is counted once. */
export interface BulkAnswerResult {
  count: number;
  created: number;
  updated: number;
  skipped: number;
}

export interface InviteeAnswer {
  id: number;
  statement: string;
  type: QuestionType;
  answer: string;
}

/** What was written for a lead that has filled in the form of an event without booking. */
export interface InviteeAnswersResult {
  eventId: number;
  linkPrefix: string;
  contactId: number;
  /** Of the contact, now. */
  status: ContactStatus;
  inviteeQuestionAnswers: InviteeAnswer[];
  secondaryQuestionsAnswer: { customFieldId: number; identifier: string; answer: string[] }[];
}
