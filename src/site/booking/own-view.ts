import { internationalPhone } from '#src/domain/contacts/phone-countries.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { commaOf } from '#src/domain/languages/language.ts';
import { type Html, type HtmlPart, html } from '#src/lib/html.ts';
import { linkProblem } from '#src/lib/network/web-address.ts';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { dayOfDate } from '#src/lib/time/zone-offsets.ts';
import type { InviteeCall } from '#src/services/event-calls/invitee-bookings.ts';
import type { OpenMonth } from '#src/services/slots/booking-months.ts';
import { brandLogo, hostLine, hostPicture, icon } from './brand.ts';
import { calendarLinks } from './calendar-links.ts';
import { chooserForm, dateIn, zonePart } from './chooser.ts';
import { Formats } from './formats.ts';
import { hidden, type Params } from './params.ts';
import { happeningOf } from './redirect.ts';
import type { Visitor } from './visitor.ts';

/** The data of a booking's own page. */
export interface OwnView {
  readonly found: InviteeCall;
  readonly params: Params;
  readonly visitor: Visitor;
  readonly formats: Formats;
  readonly isZoneUnknown: boolean;
  readonly now: number;
  readonly token: string;
  /** The URL of this page, for calendars. */
  readonly address: string;
}

/** The status of the call, as the page's title. */
export function titleOf({ found: { call, hasBegun }, params, visitor: { texts } }: OwnView): string {
  if (call.status === 'CANCELLED') return texts.isCancelled;
  if (hasBegun) return texts.isOver;
  return happeningOf(params, call) === 'rescheduled' ? texts.moved : texts.booked;
}

export function ownPage(view: OwnView, problem: string | undefined): HtmlPart {
  const { found, params, visitor } = view;
  const { call, hasBegun } = found;
  const { texts } = visitor;
  const isOpen = call.status !== 'CANCELLED' && !hasBegun;
  const happened = happeningOf(params, call);
  return html`<div class="own"${happened !== undefined && html` data-event="${happened}" data-call-id="${call.previewId}" data-date-time="${call.dateTime}"`}>
${problem !== undefined && html`<p class="note error" role="alert">${problem}</p>`}
${brandLogo(found.brand)}
<div class="outcome">${statusMark(view)}<h1>${titleOf(view)}</h1></div>
${found.isMailHeldBack && html`<p class="note" role="status">${texts.mailHeldBack}</p>`}
${facts(view)}
${
  isOpen &&
  html`${nextSteps(view)}
${addToCalendar(view)}
<form class="buttons" method="get" action="?">${hiddenParams(params)}${found.isLive && html`<button class="button" name="move" value="1">${texts.move}</button>`}
<button class="button" name="cancel" value="1">${texts.cancel}</button></form>
<p class="soft fine">${texts.keepLink}</p>`
}
${!isOpen && found.isLive && html`<p class="buttons"><a class="button" href="../e/${call.linkPrefix}${queryOf(params)}">${texts.bookAgain}</a></p>`}
</div>`;
}

/** A tick for a call that takes place, a cross for one that does not; nothing for one that is over. */
function statusMark({ found: { call, hasBegun } }: OwnView): HtmlPart {
  if (call.status === 'CANCELLED') return html`<span class="mark off">${icon('cross')}</span>`;
  return !hasBegun && html`<span class="mark">${icon('check')}</span>`;
}

/** What the invitee may expect, and what to do when it is time. */
function nextSteps({ found: { call, isMailed }, visitor: { texts } }: OwnView): HtmlPart {
  const { next } = texts;
  const { location, locationLink, phoneNumber, inviteeEmail } = call;
  const host = `${call.closer.firstName} ${call.closer.lastName}`.trim();
  const isLink = locationLink !== null && linkProblem(locationLink) === undefined;
  const place = () => {
    if (location === 'IN_PERSON') return locationLink === null || isLink ? undefined : next.come(locationLink);
    if (isLink) return next.join;
    // Any other text says itself what to do, and stands above.
    if (location !== 'PHONE_CALL') return undefined;
    if (locationLink !== null) return next.dial(inOnePiece(locationLink));
    return phoneNumber === null ? undefined : next.hostCalls(host, inOnePiece(internationalPhone(phoneNumber)));
  };
  const steps = [isMailed && inviteeEmail !== null ? next.mail(inviteeEmail) : undefined, place()];
  const shown = steps.filter((each) => each !== undefined);
  if (shown.length === 0) return undefined;
  return html`<section class="part" aria-labelledby="next"><h2 id="next">${next.title}</h2>
<ul class="steps">${shown.map((each) => html`<li>${each}</li>`)}</ul></section>`;
}

/** A number that no line break divides: from right to left, its two halves would be hard to put together. */
const inOnePiece = (number: string) => number.replaceAll(' ', '\u00a0');

/** The parameters that all forms and links of the page keep. */
function carriedOn({ lang, hours, all }: Params): readonly (readonly [name: string, value: string])[] {
  const kept = Object.entries({ lang, hours, embedOrigin: all.get('embedOrigin') });
  return kept.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}

const hiddenParams = (params: Params) => carriedOn(params).map(([name, value]) => hidden(name, value));

function facts({ found, visitor: { texts, locale }, formats }: OwnView): Html {
  const { call, brand, hostTimeZone } = found;
  const [start, end] = [Date.parse(call.dateTime), Date.parse(call.endTime)];
  const ofHost = new Formats(locale, hostTimeZone);
  const differs = ofHost.range(start, end) !== formats.range(start, end);
  return html`<dl>
<dt>${texts.what}</dt><dd><bdi>${call.name}</bdi></dd>
<dt>${texts.when}</dt><dd><time datetime="${call.dateTime}">${formats.range(start, end)}</time><br><span class="fine">${readableZoneName(formats.timeZone)}${differs && html`<br>${texts.timeOfHost(formats.list(ofHost.date(start), ofHost.time(start)))} (${readableZoneName(hostTimeZone)})`}</span></dd>
<dt>${texts.withWhom}</dt><dd class="with">${hostPicture(found.hostPicture)}<span><bdi>${call.closer.firstName} ${call.closer.lastName}</bdi><br><span class="fine"><bdi>${brand.workspaceName}</bdi></span></span></dd>
<dt>${texts.where}</dt><dd>${place(call, texts)}</dd>
${call.inviteeName !== '' && html`<dt>${texts.who}</dt><dd><bdi>${call.inviteeName}</bdi>${call.inviteeEmail !== null && call.inviteeEmail !== call.inviteeName && html`<br><span class="fine"><bdi>${call.inviteeEmail}</bdi></span>`}</dd>`}
${call.guests.length > 0 && html`<dt>${texts.guests}</dt><dd>${call.guests.map((each) => html`<bdi>${each}</bdi><br>`)}</dd>`}
</dl>`;
}

function place({ location, locationLink, phoneNumber }: EventCall, texts: Visitor['texts']): HtmlPart {
  const name = texts.locations[location];
  if (locationLink !== null && linkProblem(locationLink) === undefined) {
    return html`${name}<br><a href="${locationLink}" rel="noreferrer">${texts.join}</a>`;
  }
  const ownNumber = location === 'PHONE_CALL' && phoneNumber !== null ? internationalPhone(phoneNumber) : null;
  const detail = locationLink ?? ownNumber;
  return html`${name}${detail !== null && html`<br><span class="fine"><bdi>${detail}</bdi></span>`}`;
}

function addToCalendar(view: OwnView): Html {
  const { texts } = view.visitor;
  const entry = { call: view.found.call, texts, address: view.address, file: `${view.token}.ics` };
  return html`<section class="part" aria-labelledby="calendars"><h2 id="calendars">${texts.addToCalendar}</h2>
<ul class="links">${calendarLinks(entry).map(({ href, text }) => html`<li><a href="${href}"${href.startsWith('https:') && html` rel="noreferrer" target="_blank"`}>${text}</a></li>`)}</ul></section>`;
}

/** The left part while the call is moved: the call and its present time. */
function about(
  { found: { call, brand, hostPicture: picture }, visitor: { texts, locale }, formats }: OwnView,
  decided: HtmlPart,
): Html {
  const [start, end] = [Date.parse(call.dateTime), Date.parse(call.endTime)];
  return html`<section class="about">${hostLine({ picture, name: html`<bdi>${call.closer.firstName} ${call.closer.lastName}</bdi>${commaOf(locale)}<bdi>${brand.workspaceName}</bdi>`, brand })}
<h1><bdi>${call.name}</bdi></h1>
<div class="chosen"><p class="fine">${texts.present}</p><strong>${formats.range(start, end)}</strong></div>
${decided}</section>`;
}

export function movePage(view: OwnView, open: OpenMonth, message: string | undefined): HtmlPart {
  const { found, params, visitor, formats, now } = view;
  const { bookingWindow } = found;
  const reason = params.all.get('rescheduleReason');
  const lastDay = bookingWindow === null ? undefined : dayOfDate(dateIn(formats.timeZone, now)) + bookingWindow + 1;
  const isDateChosen = params.date !== undefined;
  const date = isDateChosen ? open.date : undefined;
  const zone = zonePart({
    visitor,
    formats,
    now,
    showsAll: params.showsAllZones,
    isUnknown: view.isZoneUnknown,
    isGuess: false,
    date,
    query: params.all,
  });
  const state = html`${hiddenParams(params)}${hidden('move', '1')}${reason !== null && reason !== '' && hidden('rescheduleReason', reason)}`;

  return html`<div class="booking" data-step="times">
${about(view, zone)}
<div class="main">${message !== undefined && html`<p class="note error" role="alert">${message}</p>`}
${chooserForm(
  { open, visitor, formats, now, lastDay, isDateChosen, isMonthChosen: isDateChosen || params.month !== undefined },
  state,
  'get',
)}</div>
</div>`;
}

/** Asks for confirmation before the call is moved. */
export function confirmMovePage(view: OwnView, start: number, reasonError?: string): HtmlPart {
  const { found, params, visitor, formats } = view;
  const { texts } = visitor;
  const end = start + found.call.duration * 60_000;
  const way = html`<form method="get" action="?">${hiddenParams(params)}${hidden('move', '1')}${hidden('timeZone', formats.timeZone)}<button class="plain" name="date" value="${dateIn(formats.timeZone, start)}">${texts.otherTime}</button></form>`;
  return html`<div class="booking" data-step="details">
${about(view, undefined)}
<div class="main"><form class="details" method="post" action="?">
<h2 tabindex="-1">${texts.moveTitle}</h2>
<div class="chosen"><strong>${formats.range(start, end)}</strong><p class="fine">${readableZoneName(formats.timeZone)}</p></div>
${hiddenParams(params)}${hidden('do', 'move')}${hidden('timeZone', formats.timeZone)}${hidden('dateTime', new Date(start).toISOString())}
${reasonField('rescheduleReason', view, reasonError)}
<div class="buttons"><button class="button primary">${texts.moveTo}</button></div>
</form><p class="part">${way}</p></div>
</div>`;
}

export function cancelPage(view: OwnView, reasonError?: string): HtmlPart {
  const { params, visitor } = view;
  const { texts } = visitor;
  return html`<div class="own"><h1>${texts.cancelTitle}</h1>
${facts(view)}
<form method="post" action="?">${hiddenParams(params)}${hidden('do', 'cancel')}
${reasonField('cancelReason', view, reasonError)}
<div class="buttons"><button class="button primary">${texts.cancel}</button><a class="button" href="${queryOf(params) || '?'}">${texts.keep}</a></div></form></div>`;
}

function queryOf(params: Params): string {
  const query = new URLSearchParams(carriedOn(params).map((pair) => [...pair]));
  return query.size === 0 ? '' : `?${query}`;
}

function reasonField(
  name: 'rescheduleReason' | 'cancelReason',
  { params: { all }, visitor: { texts } }: OwnView,
  error: string | undefined,
): Html {
  return html`<div class="field"><label for="${name}">${texts.reason} <span class="optional">(${texts.optional})</span></label>
<textarea class="input" id="${name}" name="${name}" dir="auto" rows="3" maxlength="10000"${error !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`}>
${all.get(name) ?? ''}</textarea>
${error !== undefined && html`<p class="note error" id="${name}-error" role="alert">${error}</p>`}</div>`;
}
