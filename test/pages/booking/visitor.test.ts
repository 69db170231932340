import { describe, expect, test } from 'vitest';
import { Formats } from '#src/site/booking/formats.ts';
import { paramsOf } from '#src/site/booking/params.ts';
import { happeningOf } from '#src/site/booking/redirect.ts';
import { zoneOf } from '#src/site/booking/visitor.ts';

describe('the zone of a page', () => {
  test.each([
    ['Asia/Tokyo', [], 'Asia/Tokyo', { isChosen: true, isUnknown: false }],
    ['Asia/Calcutta', ['GB'], 'Asia/Kolkata', { isChosen: true, isUnknown: false }],
    ['Nowhere/Town', [], 'Europe/Paris', { isChosen: false, isUnknown: true }],
    ['Nowhere/Town', ['GB'], 'Europe/London', { isChosen: false, isUnknown: true }],
    ['', [], 'Europe/Paris', { isChosen: false, isUnknown: false }],
    [null, ['JP', 'GB'], 'Asia/Tokyo', { isChosen: false, isUnknown: false }],
    // The clocks of these countries show different times.
    [null, ['US'], 'Europe/Paris', { isChosen: false, isUnknown: false }],
    [null, ['US', 'GB'], 'Europe/London', { isChosen: false, isUnknown: false }],
  ])('of the address %j and the regions %j is %s', (requested, regions, timeZone, found) => {
    expect(zoneOf(requested, { regions }, 'Europe/Paris')).toEqual({ timeZone, ...found });
  });
});

describe('an hour is named with its zone where the clock shows it twice:', () => {
  test.each([
    ['Europe/Berlin', '2026-10-24T23:59Z', false],
    ['Europe/Berlin', '2026-10-25T00:00Z', true],
    ['Europe/Berlin', '2026-10-25T00:59Z', true],
    ['Europe/Berlin', '2026-10-25T01:00Z', true],
    ['Europe/Berlin', '2026-10-25T01:59Z', true],
    ['Europe/Berlin', '2026-10-25T02:00Z', false],
    ['Europe/Berlin', '2026-03-29T00:59Z', false],
    ['Europe/Berlin', '2026-03-29T01:00Z', false],
    ['Australia/Lord_Howe', '2026-04-04T14:29Z', false],
    ['Australia/Lord_Howe', '2026-04-04T14:30Z', true],
    ['Australia/Lord_Howe', '2026-04-04T15:00Z', true],
    ['Australia/Lord_Howe', '2026-04-04T15:29Z', true],
    ['Australia/Lord_Howe', '2026-04-04T15:30Z', false],
    ['UTC', '2026-10-25T00:30Z', false],
  ])('in %s at %s: %s', (timeZone, text, isNamed) => {
    const [formats, instant] = [new Formats('en', timeZone), Date.parse(text)];
    expect(formats.hour(instant) !== formats.time(instant)).toBe(isNamed);
  });
});

test.each([
  [30, '30 minutes'],
  [60, '1 hour'],
  [90, '90 minutes'],
  [120, '2 hours'],
])('%d minutes are written as %s', (minutes, text) => {
  expect(new Formats('en', 'UTC').duration(minutes)).toBe(text);
});

test.each([
  ['cancelled', 'CANCELLED', 'cancelled'],
  ['cancelled', 'SCHEDULED', undefined],
  ['booked', 'SCHEDULED', 'booked'],
  ['rescheduled', 'RESCHEDULED', 'rescheduled'],
  ['rescheduled', 'CANCELLED', undefined],
  ['sold', 'SCHEDULED', undefined],
] as const)('an address that says %s of a call that is %s tells a frame %s', (event, status, happening) => {
  expect(happeningOf(paramsOf(new URLSearchParams({ event })), { status })).toBe(happening);
});
