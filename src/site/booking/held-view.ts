import type { CreatePublicBookingInput } from '#src/domain/event-calls/public-booking.ts';
import { bookingPath } from '#src/domain/events/booking-addresses.ts';
import { type HtmlPart, html } from '#src/lib/html.ts';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';
import { type BookingView, nextTimes } from './booking-view.ts';
import type { FormField } from './fields.ts';
import { guestsName } from './guests.ts';
import type { Problems } from './messages.ts';
import { carried, formKeyOf, hidden } from './params.ts';

interface Awaited {
  readonly input: CreatePublicBookingInput;
  readonly expiresAt: string;
}

/** Follows a form whose booking is held: the e-mail has been sent, but nothing is booked yet. */
export function awaitsConfirmationPage(view: BookingView, { input, expiresAt }: Awaited): HtmlPart {
  const { params, visitor, formats } = view;
  const { title, sentTo, openBy, noMail, change } = visitor.texts.confirmation;
  const key = formKeyOf(params);
  return html`<div class="own"><h1 role="status">${title}</h1>
<p>${sentTo(emailOf(input) ?? '')} ${openBy(formats.hour(Date.parse(expiresAt)))}</p>
${facts(view, Date.parse(input.dateTime))}
<p class="soft fine">${noMail}</p>
<form class="buttons" method="post" action="?">${carried(params)}${key !== null && hidden('key', key)}${params.all.has('isLead') && hidden('isLead', '1')}${hidden('timeZone', formats.timeZone)}${hidden('dateTime', input.dateTime)}
<button class="button" name="show" value="step">${change}</button></form></div>`;
}

interface Held {
  readonly input: CreatePublicBookingInput;
  readonly expiresAt: Date;
  readonly problems: Problems | undefined;
}

/** Confirms a held booking with a button: programs that scan e-mails open links, but press no buttons. */
export function confirmPage(view: BookingView, { input, expiresAt, problems }: Held): HtmlPart {
  const { params, visitor, formats } = view;
  const { title, confirmBy, confirm } = visitor.texts.confirmation;
  const language = params.lang !== null && hidden('lang', params.lang);
  const next = problems?.nextStarts ?? [];
  const canConfirm = !problems || next.length > 0;
  return html`<div class="own">${problems?.whole !== undefined && html`<p class="note error" role="alert">${problems.whole}</p>\n`}<h1>${title}</h1>
${!problems && html`<p>${confirmBy(formats.hour(expiresAt.getTime()))}</p>`}
${facts(view, next.length > 0 ? undefined : Date.parse(input.dateTime))}
${canConfirm && html`<form class="details" method="post" action="?">${language}${hidden('do', 'confirm')}${next.length > 0 && nextTimes(next, view)}<div class="buttons"><button class="button primary">${next.length > 0 ? visitor.texts.book : confirm}</button></div></form>`}
${otherTimes(view, input)}</div>`;
}

/** A form that returns to the event's page with the entered values. */
function otherTimes({ event, params, visitor, fields }: BookingView, input: CreatePublicBookingInput): HtmlPart {
  const guests = input.guests.length === 0 ? [] : [[guestsName, input.guests.join(', ')] as const];
  const typed = [
    ...fields.flatMap((field) => typedInto(field, fields, input)),
    ...guests,
    ...input.utm.map(utmValue),
    ...referrerValue(input),
  ];
  return html`<form class="buttons" method="post" action="../..${bookingPath(event.linkPrefix)}">${params.lang !== null && hidden('lang', params.lang)}${hidden('timeZone', input.timeZone)}${hidden('dateTime', input.dateTime)}${hidden('isLead', '1')}${typed.map(([name, value]) => hidden(name, value))}
<button class="button" name="show" value="times">${visitor.texts.otherTime}</button></form>`;
}

function referrerValue({ referrer }: CreatePublicBookingInput) {
  return referrer === undefined ? [] : [['referrer', referrer] as const];
}

const utmValue = ({ utmKey, utmValue }: CreatePublicBookingInput['utm'][number]) => [utmKey, utmValue] as const;

/** The entered values of a field, restored from the input; empty if the page would read them differently. */
function typedInto(
  { name, asks, control }: FormField,
  fields: readonly FormField[],
  input: CreatePublicBookingInput,
): (readonly [name: string, value: string])[] {
  if ('identifier' in asks) {
    const { answer = [] } =
      input.secondaryQuestionsAnswer.find(({ identifier }) => identifier === asks.identifier) ?? {};
    const isInstant = control.kind === 'line' && control.type === 'datetime-local';
    const isFraction = control.kind === 'number' && answer.some((value) => value.includes('.'));
    return isInstant || isFraction ? [] : answer.map((value) => [name, value] as const);
  }
  const ofType = fields.filter((field) => 'type' in field.asks && field.asks.type === asks.type);
  const answers = input.inviteeQuestionAnswers.filter(({ type }) => type === asks.type).map(({ answer }) => answer);
  const index = ofType.findIndex((field) => field.name === name);
  const value = answers[index] ?? (index === 0 ? ownValue(asks.type, input) : undefined);
  return value === undefined ? [] : [[name, value]];
}

function ownValue(type: string, { email, phoneNumber, firstName, lastName }: CreatePublicBookingInput) {
  const whole = [firstName, lastName].filter(Boolean).join(' ') || undefined;
  return { EMAIL: email, PHONE_NO: phoneNumber, FIRST_NAME: firstName, LAST_NAME: lastName, NAME: whole }[type];
}

function emailOf({ email, inviteeQuestionAnswers }: CreatePublicBookingInput): string | undefined {
  return email ?? inviteeQuestionAnswers.find(({ type }) => type === 'EMAIL')?.answer;
}

function facts({ event, visitor: { texts }, formats }: BookingView, start: number | undefined): HtmlPart {
  return html`<dl>
<dt>${texts.what}</dt><dd><bdi>${event.name}</bdi><br><span class="fine"><bdi>${event.hostName ?? event.brand.workspaceName}</bdi></span></dd>
${start !== undefined && html`<dt>${texts.when}</dt><dd><time datetime="${new Date(start).toISOString()}">${formats.range(start, start + event.duration * minuteMs)}</time><br><span class="fine">${readableZoneName(formats.timeZone)}</span></dd>`}
</dl>`;
}
