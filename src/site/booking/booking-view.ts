import type { BookingPageEvent } from '#src/domain/event-calls/public-booking.ts';
import { type HtmlPart, html } from '#src/lib/html.ts';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { dayOfDate, minuteMs } from '#src/lib/time/zone-offsets.ts';
import type { OpenMonth } from '#src/services/slots/booking-months.ts';
import { factList, hostLine } from './brand.ts';
import { chooserForm, dateIn, zonePart } from './chooser.ts';
import { type FormField, fieldsOf, isPhone, maxPairsOf } from './fields.ts';
import { inputs } from './form.ts';
import { Formats } from './formats.ts';
import { guestsField, guestsName } from './guests.ts';
import type { Problems } from './messages.ts';
import { carried, formKeyOf, hidden, type Params } from './params.ts';
import { allCountriesButton } from './phone-input.ts';
import { countryName, phonesOf, shownName } from './phones.ts';
import { type Visitor, zoneOf } from './visitor.ts';

/** The data of a booking page. */
export interface BookingView {
  readonly event: BookingPageEvent;
  readonly params: Params;
  readonly visitor: Visitor;
  readonly formats: Formats;
  readonly isZoneUnknown: boolean;
  readonly isZoneChosen: boolean;
  readonly fields: readonly FormField[];
  /** True if the form asks for guests, who get mails and nothing else. */
  readonly asksGuests: boolean;
  readonly now: number;
  /** True if the page shows a draft to the team: nothing is booked. */
  readonly isPreview: boolean;
}

export function bookingView(
  event: BookingPageEvent,
  {
    params,
    visitor,
    now,
    isPreview = false,
    asksGuests = false,
  }: Pick<BookingView, 'params' | 'visitor' | 'now'> & Partial<Pick<BookingView, 'isPreview' | 'asksGuests'>>,
): BookingView {
  const { timeZone, isChosen, isUnknown } = zoneOf(params.timeZone, visitor, event.timeZone);
  const formats = new Formats(visitor.locale, timeZone);
  const zone = { isZoneUnknown: isUnknown, isZoneChosen: isChosen };
  const fields = fieldsOf(event, visitor.texts);
  return { event, params, visitor, formats, ...zone, fields, asksGuests, now, isPreview };
}

/** The left part: the host and the event, and what the previous step decided. */
function about({ event, visitor, formats }: BookingView, decided: HtmlPart): HtmlPart {
  return html`<section class="about">
${hostLine({ picture: event.hostPicture, name: html`<bdi>${event.hostName ?? event.brand.workspaceName}</bdi>`, brand: event.brand })}
<h1><bdi>${event.name}</bdi></h1>
${factList({ duration: formats.duration(event.duration), location: event.location, texts: visitor.texts })}
${event.description !== null && event.description !== '' && html`<p class="description" dir="auto">${event.description}</p>`}
${decided}
</section>`;
}

/** The days and times. If values were entered already, the form carries them outside of the URL. */
export function chooserPage(
  view: BookingView,
  {
    open,
    keepsTyped,
    message,
  }: { readonly open: OpenMonth; readonly keepsTyped: boolean; readonly message?: string | undefined },
): HtmlPart {
  const { params, visitor, formats, now, event } = view;
  const lastDay =
    event.bookingWindow === null ? undefined : dayOfDate(dateIn(formats.timeZone, now)) + event.bookingWindow + 1;
  const isDateChosen = params.date !== undefined;
  const state = html`${carried(params)}${keepsTyped && [hidden('show', 'step'), ...keyOf(params), ...leadOf(params)]}`;
  const zone = zonePart({
    visitor,
    formats,
    now,
    showsAll: params.showsAllZones,
    isUnknown: view.isZoneUnknown,
    isGuess: !view.isZoneChosen && !keepsTyped,
    date: isDateChosen ? open.date : undefined,
    query: keepsTyped ? undefined : params.all,
  });
  return html`<div class="booking" data-step="times">
${about(view, zone)}
<div class="main">${message !== undefined && html`<p class="note error" role="alert">${message}</p>`}
${chooserForm(
  { open, visitor, formats, now, lastDay, isDateChosen, isMonthChosen: isDateChosen || params.month !== undefined },
  state,
  keepsTyped ? 'post' : 'get',
)}</div>
</div>`;
}

function keyOf(params: Params): HtmlPart[] {
  const key = formKeyOf(params);
  return key === null ? [] : [hidden('key', key)];
}

function leadOf({ all }: Params): HtmlPart[] {
  return all.has('isLead') ? [hidden('isLead', '1')] : [];
}

interface Details {
  /** The chosen time; undefined if the form comes first, or if the time is taken. */
  readonly start: number | undefined;
  readonly problems?: Problems | undefined;
  /** Makes a form that is submitted twice one booking. */
  readonly key: string;
}

/** The form of the event, below the chosen time. */
export function detailsPage(view: BookingView, { start, problems, key }: Details): HtmlPart {
  const { event, params, visitor, formats, fields, asksGuests } = view;
  const { texts } = visitor;
  const messages = problems?.messages ?? {};
  const phones = phonesOf(view);
  const names = new Set([
    ...fields.map(({ name }) => name),
    ...(asksGuests ? [guestsName] : []),
    ...fields.filter(isPhone).flatMap((each) => [countryName(each), shownName(each)]),
  ]);
  const otherNames = new Set([...params.all.keys()].filter((name) => !names.has(name)));
  // A posted page has answers, so no other page may replace it.
  const isGuess = !view.isZoneChosen && !problems;
  const isFirst = start === undefined && !problems?.nextStarts;
  const isEnd = view.isPreview && !isFirst;
  const chosen =
    start !== undefined &&
    html`<div class="chosen"><strong>${formats.date(start)}</strong><strong>${formats.hours(start, start + event.duration * minuteMs)}</strong>
<p class="fine">${readableZoneName(formats.timeZone)}</p></div>`;
  return html`<div class="booking" data-step="details">
${about(view, chosen)}
<div class="main"><form class="details" method="post" action="?" novalidate>
${problems?.whole !== undefined && html`<p class="note error" role="alert">${problems.whole}</p>`}
${carried(params, { names: otherNames, ownInputs: maxPairsOf(fields) + 1 })}${hidden('key', key)}${leadOf(params)}<input type="hidden" name="timeZone" value="${formats.timeZone}"${isGuess && html` data-is-guess="true"`}>${start !== undefined && hidden('dateTime', new Date(start).toISOString())}
${problems?.nextStarts && nextTimes(problems.nextStarts, view)}
<h2 tabindex="-1">${texts.yourDetails}</h2>
${isFirst && html`<p class="fine">${texts.detailsFirst}</p>`}
${inputs({ fields, typed: params.all, messages, phones, language: visitor.language, texts })}
${asksGuests && guestsField({ typed: params.all, error: messages[guestsName], hasFocus: Object.keys(messages).join() === guestsName, texts })}
${isEnd && html`<p class="fine">${texts.preview}</p>`}
<div class="buttons"><button class="button primary"${isEnd && html` disabled`}>${isFirst ? texts.goOn : texts.book}</button>
${!isFirst && html`<button class="button" name="show" value="times">${texts.otherTime}</button>`}${allCountriesButton(phones, texts)}</div>
</form></div>
</div>`;
}

/** Offers the next open times instead of a taken one: choosing one submits all entered values. */
export function nextTimes(starts: readonly number[], { formats }: BookingView): HtmlPart {
  return html`<div class="next">
${starts.map((start) => html`<label><input type="radio" name="dateTime" value="${new Date(start).toISOString()}" required> ${formats.list(formats.date(start), formats.hour(start))}</label>\n`)}</div>
<p class="fine hint">${readableZoneName(formats.timeZone)}</p>`;
}
