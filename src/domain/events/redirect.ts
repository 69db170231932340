import type { QuestionType } from '#src/domain/custom-fields/answer.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { answersOfType, type Lead } from './disqualification.ts';
import type { BookableEvent } from './event.ts';

/** The query parameters for answers to invitee questions. Those for custom fields are named by identifier. */
const parameters: Readonly<Record<QuestionType, string>> = {
  EMAIL: 'email',
  PHONE_NO: 'phoneNumber',
  NAME: 'name',
  FIRST_NAME: 'firstName',
  LAST_NAME: 'lastName',
};

/** Servers commonly refuse longer addresses. */
const maxLength = 8_000;

/**
 * The URL to which an invitee who booked is redirected: the event's own, with the call and the configured answers added to its
 * query. An answer that would make it too long is left out.
 */
export function redirectUrlOf(
  { redirectUrl, redirectAnswers }: Pick<BookableEvent, 'redirectUrl' | 'redirectAnswers'>,
  { call, lead }: { readonly call: Pick<EventCall, 'previewId' | 'dateTime'>; readonly lead: Lead },
): string | null {
  if (redirectUrl === null) return null;
  const answers = redirectAnswers.flatMap((name) => parameterOf(name, lead));
  const url = new URL(redirectUrl);
  for (const [name, value] of [['callId', call.previewId], ['dateTime', call.dateTime], ...answers] as const) {
    // Keep the existing query as it is written: `URLSearchParams.append` would re-encode all of it.
    const query = `${url.search}${url.search ? '&' : '?'}${new URLSearchParams([[name, value]])}`;
    if (url.href.length - url.search.length + query.length <= maxLength) url.search = query;
  }
  return url.href;
}

function parameterOf(name: string, lead: Lead): [name: string, value: string][] {
  const type = (Object.keys(parameters) as QuestionType[]).find((each) => each === name);
  const value = type
    ? answersOfType(lead, type)[0]
    : lead.fields.find(({ identifier }) => identifier === name)?.answer.join(', ');
  return value ? [[type ? parameters[type] : name, value]] : [];
}
