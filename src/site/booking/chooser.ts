import { Html, type HtmlPart, html } from '#src/lib/html.ts';
import { timeZones, zoneChoices } from '#src/lib/time/time-zone-names.ts';
import { dateOfDay, dayOfDate, minuteMs, weekdayOfDay } from '#src/lib/time/zone-offsets.ts';
import type { OpenMonth } from '#src/services/slots/booking-months.ts';
import { zoneOption } from '../look/form.ts';
import { type Formats, has24Hours } from './formats.ts';
import type { Texts } from './texts/texts.ts';
import type { Visitor } from './visitor.ts';

interface Chooser {
  readonly open: OpenMonth;
  readonly visitor: Visitor;
  readonly formats: Formats;
  readonly now: number;
  /** The last day that can be booked; undefined if there is no limit. */
  readonly lastDay: number | undefined;
  /** True if the visitor has chosen the date, rather than the page. */
  readonly isDateChosen: boolean;
  /** True if the visitor has chosen the month or the date: then no month was skipped. */
  readonly isMonthChosen: boolean;
}

/** The id of the form that contains the days, the times and the zone. */
const chooserId = 'chooser';

/**
 * The month and the times of one day. Every day and time is a button of one form, so that it works without script. Without
 * entered answers the form is a GET, whose URL has everything; with answers it is a POST, which keeps them out of the URL.
 */
export function chooserForm(chooser: Chooser, hidden: HtmlPart, method: 'get' | 'post'): Html {
  return html`<form id="${chooserId}" class="chooser" method="${method}" action="?" data-step="${chooser.isDateChosen ? 'times' : 'days'}">
${hidden}
${monthPart(chooser)}
${timesPart(chooser)}
</form>`;
}

function monthPart({ open, visitor, formats, now, lastDay, isMonthChosen }: Chooser): Html {
  const { texts, firstColumn } = visitor;
  const first = dayOfDate(`${open.month}-01`);
  const next = dayOfDate(`${dateOfDay(first + 31).slice(0, 7)}-01`);
  const today = dayOfDate(dateIn(formats.timeZone, now));
  const months = {
    previous: first > today ? first - 1 : undefined,
    next: lastDay !== undefined && next > lastDay ? undefined : next,
  };
  const before = (weekdayOfDay(first) - firstColumn + 7) % 7;
  const cells: (number | undefined)[] = [
    ...Array.from({ length: before }, () => undefined),
    ...Array.from({ length: next - first }, (_, index) => first + index),
  ];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  // 1970-01-05 was a Monday.
  const weekdays = Array.from({ length: 7 }, (_, index) => 4 + ((firstColumn + index) % 7));
  const isOpen = (day: number) =>
    open.dates?.includes(dateOfDay(day)) ?? (day >= today && (lastDay === undefined || day <= lastDay));
  const skipped = !isMonthChosen && first > today && dayOfDate(`${dateOfDay(today).slice(0, 7)}-01`);
  return html`<section class="month" aria-labelledby="month">
${skipped !== false && html`<p class="note" role="status">${texts.skippedMonth(formats.month(skipped), formats.month(first))}</p>`}
<div class="months">
${monthButton(months.previous, texts.previousMonth, '‹')}
<h2 id="month" tabindex="-1">${formats.month(first)}</h2>
${monthButton(months.next, texts.nextMonth, '›')}
</div>
<table aria-labelledby="month"><thead><tr>${weekdays.map((day) => html`<th scope="col"><abbr title="${formats.weekday(day, 'longWeekday')}">${formats.weekday(day, 'weekday')}</abbr></th>`)}</tr></thead>
<tbody>
${weeks.map((week) => html`<tr>${week.map((day) => html`<td>${day !== undefined && dayCell(day, { isOpen: isOpen(day), isToday: day === today, isShown: dateOfDay(day) === open.date, formats, texts })}</td>`)}</tr>\n`)}</tbody></table>
</section>`;
}

function monthButton(day: number | undefined, label: string, sign: string): Html {
  if (day === undefined) return html`<span class="turn" aria-hidden="true"></span>`;
  return html`<button class="turn" name="month" value="${dateOfDay(day).slice(0, 7)}" aria-label="${label}" title="${label}">${sign}</button>`;
}

interface DayCell {
  readonly isOpen: boolean;
  readonly isToday: boolean;
  readonly isShown: boolean;
  readonly formats: Formats;
  readonly texts: Texts;
}

function dayCell(day: number, { isOpen, isToday, isShown, formats, texts }: DayCell): Html {
  const number = formats.dayOfMonth(day);
  const today = isToday && new Html(' aria-current="date"');
  if (!isOpen) return html`<span class="day"${today}>${number}</span>`;
  const label = formats.list(formats.dateOfDay(day), texts.open);
  return html`<button class="day open" name="date" value="${dateOfDay(day)}" aria-label="${label}" aria-pressed="${isShown ? 'true' : 'false'}"${today}>${number}</button>`;
}

function timesPart({ open, visitor: { texts }, formats }: Chooser): Html {
  const { date, starts, next } = open;
  if (date === undefined || starts.length === 0) {
    const month = formats.month(dayOfDate(`${open.month}-01`));
    const nothing = date === undefined ? texts.noTimesIn(month) : texts.noTimesOn(formats.dateOfDay(dayOfDate(date)));
    const isNever = date === undefined && next === undefined;
    return html`<section class="times" aria-label="${texts.chooseTime}">
<p class="nothing" id="day" tabindex="-1">${isNever ? texts.noTimes : nothing}</p>
${next !== undefined && html`<button class="button" name="date" value="${dateIn(formats.timeZone, next)}">${texts.nextOpen(formats.date(next))}</button>`}
${otherDays(open, texts)}
</section>`;
  }
  return html`<section class="times" aria-labelledby="day">
<h2 id="day" tabindex="-1">${texts.timesOn(formats.dateOfDay(dayOfDate(date)))}</h2>
${otherDays(open, texts)}
<div class="halves">${halves(starts, formats, texts)}</div>
</section>`;
}

/** The times of a day. Only a day with times before and after noon has headings. */
function halves(starts: readonly number[], formats: Formats, { morning, afternoon }: Texts): Html[] {
  const grid = (times: readonly number[]) =>
    html`<div class="grid">
${times.map((start) => html`<button name="dateTime" value="${instantText(start)}">${formats.hour(start)}</button>\n`)}</div>`;
  const isEarly = (start: number) => formats.hourOfDay(start) < 12;
  const parts = [
    { title: morning, times: starts.filter(isEarly) },
    { title: afternoon, times: starts.filter((start) => !isEarly(start)) },
  ].filter(({ times }) => times.length > 0);
  if (parts.length === 1) return [grid(starts)];
  return parts.map(({ title, times }) => html`<h3>${title}</h3>${grid(times)}`);
}

/** The back button on a narrow screen, which shows either the month or the times. */
function otherDays({ month }: OpenMonth, texts: Texts): Html {
  return html`<button class="plain back" name="month" value="${month}">${texts.otherDays}</button>`;
}

/** The zones of most visitors. Without script, a separate page has all others. */
const commonZones: readonly string[] = [
  ...['UTC', 'Pacific/Honolulu', 'America/Anchorage', 'America/Los_Angeles', 'America/Denver', 'America/Phoenix'],
  ...['America/Chicago', 'America/New_York', 'America/Halifax', 'America/Bogota', 'America/Mexico_City'],
  ...['America/Sao_Paulo', 'America/Argentina/Buenos_Aires', 'Atlantic/Azores', 'Europe/London', 'Europe/Lisbon'],
  ...['Europe/Paris', 'Europe/Berlin', 'Europe/Madrid', 'Europe/Rome', 'Europe/Athens', 'Europe/Istanbul'],
  ...['Europe/Moscow', 'Africa/Lagos', 'Africa/Cairo', 'Africa/Johannesburg', 'Asia/Dubai', 'Asia/Karachi'],
  ...['Asia/Kolkata', 'Asia/Bangkok', 'Asia/Singapore', 'Asia/Shanghai', 'Asia/Tokyo', 'Australia/Sydney'],
  'Pacific/Auckland',
];

interface ZonePart extends Pick<Chooser, 'visitor' | 'formats' | 'now'> {
  readonly showsAll: boolean;
  readonly isUnknown: boolean;
  /** True if the zone is a guess, which a script replaces by the browser's zone. */
  readonly isGuess: boolean;
  /** The date that stays selected. */
  readonly date: string | undefined;
  /** The query of the page, if its URL has everything. */
  readonly query: URLSearchParams | undefined;
}

/** Links to the same page with 12 or 24 hours. `aria-current` marks the format of this page. */
function hourSwitch({ texts, locale }: Visitor, query: URLSearchParams): Html {
  const is24 = has24Hours(locale);
  const links = [
    { hours: 'H12', text: texts.hours12, isCurrent: !is24 },
    { hours: 'H24', text: texts.hours24, isCurrent: is24 },
  ].map(({ hours, text, isCurrent }) => {
    const others = new URLSearchParams(query);
    others.set('hours', hours);
    return html`<a href="?${String(others)}" rel="nofollow"${isCurrent && new Html(' aria-current="true"')}>${text}</a>\n`;
  });
  return html`<nav class="hours fine" aria-label="${texts.hourFormat}">${links}</nav>`;
}

/** The zone with its current time. The control belongs to the chooser form, wherever it is placed. */
export function zonePart({ visitor, formats, now, showsAll, isUnknown, isGuess, date, query }: ZonePart): Html {
  const { texts, locale } = visitor;
  const { timeZone } = formats;
  const choices = zoneChoices([...(showsAll ? timeZones : commonZones), timeZone]);
  const dateAttribute = date !== undefined && html` name="date" value="${date}"`;
  return html`<div class="zone">
<label for="timeZone">${texts.timeZone}</label>
<select class="input" id="timeZone" name="timeZone" form="${chooserId}"${isUnknown && html` aria-invalid="true" aria-describedby="timeZone-error"`} data-locale="${locale}"${isGuess && html` data-is-guess="true"`}>
${choices.map((each) => zoneOption(each, timeZone))}</select>
${isUnknown && html`<p class="note error" id="timeZone-error" role="alert">${texts.noZone}</p>`}
<p class="fine"><span class="clock" data-text="${texts.timeNow('{time}')}">${texts.timeNow(formats.time(now))}</span> <noscript><button class="plain" form="${chooserId}"${dateAttribute}>${texts.apply}</button>${!showsAll && html` <button class="plain" form="${chooserId}" name="zones" value="all">${texts.allTimeZones}</button>`}</noscript></p>
${query && hourSwitch(visitor, query)}</div>`;
}

/** The date of an instant in a zone. */
export function dateIn(timeZone: string, instant: number): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** The shortest form of an instant, because a day may have many. */
function instantText(instant: number): string {
  const text = new Date(instant).toISOString();
  return instant % minuteMs === 0 ? `${text.slice(0, 16)}Z` : text;
}
