import { expect, test } from 'vitest';
import { dayOfDate } from '#src/lib/time/zone-offsets.ts';
import type { OpenMonth } from '#src/services/slots/booking-months.ts';
import { chooserForm } from '#src/site/booking/chooser.ts';
import { Formats } from '#src/site/booking/formats.ts';
import { texts } from '#src/site/booking/texts/by-language.ts';

interface Shown {
  readonly now?: string;
  readonly lastDay?: string;
  readonly timeZone?: string;
}

/** The months that the page of March 2026 leads to, and the days that can be chosen. */
function march(open: Partial<OpenMonth>, { now = '2026-03-04T12:00Z', lastDay, timeZone = 'UTC' }: Shown = {}) {
  const page = chooserForm(
    {
      open: { month: '2026-03', dates: undefined, date: undefined, starts: [], next: undefined, ...open },
      visitor: {
        language: 'en',
        firstColumn: 6,
        brand: undefined,
        locale: 'en',
        regions: [],
        languages: [],
        texts: texts.en,
      },
      formats: new Formats('en', timeZone),
      now: Date.parse(now),
      lastDay: lastDay === undefined ? undefined : dayOfDate(lastDay),
      isMonthChosen: true,
      isDateChosen: false,
    },
    '',
    'get',
  );
  const valuesOf = (pattern: RegExp) => [...page.text.matchAll(pattern)].map(([, value = '']) => value);
  return {
    months: valuesOf(/class="turn" name="month" value="([^"]*)"/g),
    days: valuesOf(/class="day open" name="date" value="2026-03-([^"]*)"/g),
    today: valuesOf(/ aria-current="date">(\d+)</g),
  };
}

test.each([
  ['the last day before', '2026-02-28T23:59Z', ['2026-02', '2026-04']],
  ['the first day', '2026-03-01T00:00Z', ['2026-04']],
  ['the last day', '2026-03-31T23:59Z', ['2026-04']],
])('on %s, a month leads to the months %j', (_name, now, months) => {
  expect(march({ dates: [] }, { now }).months).toEqual(months);
});

test.each([
  ['2026-03-31', []],
  ['2026-04-01', ['2026-04']],
])('where %s is the last day that can be booked, a month leads on as this says', (lastDay, months) => {
  expect(march({ dates: [] }, { lastDay }).months).toEqual(months);
});

test('the days between today and the last day can be chosen, both included, where nobody knows which are open', () => {
  expect(march({}, { lastDay: '2026-03-06' }).days).toEqual(['04', '05', '06']);
});

test('the days that are known to be open can be chosen alone', () => {
  expect(march({ dates: ['2026-03-01', '2026-03-31'] }).days).toEqual(['01', '31']);
});

test('today is the day of the zone that is shown', () => {
  const now = '2026-03-04T23:30Z';
  expect([march({}, { now }).today, march({}, { now, timeZone: 'Europe/Berlin' }).today]).toEqual([['4'], ['5']]);
});
