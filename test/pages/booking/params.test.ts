import { describe, expect, test } from 'vitest';
import type { Html } from '#src/lib/html.ts';
import { answersOf } from '#src/site/booking/answers.ts';
import { type FormField, typedIn } from '#src/site/booking/fields.ts';
import { carried, embeddingOf, formKeyOf, paramsOf, utmOf } from '#src/site/booking/params.ts';

const sent = (text: string | [string, string][]) => paramsOf(new URLSearchParams(text));

describe('what the address of a page asks for', () => {
  test.each([
    ['2000-01', '2000-01'],
    ['2999-11', '2999-11'],
    ['2026-12', '2026-12'],
    ['1999-12', undefined],
    ['2999-12', undefined],
    ['2026-00', undefined],
    ['2026-13', undefined],
    ['2026-1', undefined],
  ])('the month %s is %s', (month, read) => {
    expect(sent(`month=${month}`).month).toBe(read);
  });

  test.each([
    ['2000-01-01', '2000-01-01'],
    ['2999-11-30', '2999-11-30'],
    ['2028-02-29', '2028-02-29'],
    ['1999-12-31', undefined],
    ['2999-12-01', undefined],
    ['2026-02-29', undefined],
  ])('the date %s is %s', (date, read) => {
    expect(sent(`date=${date}`).date).toBe(read);
  });

  test.each([
    ['2000-01-01T00:00Z', Date.UTC(2000, 0, 1)],
    ['2999-12-31T23:59Z', Date.UTC(2999, 11, 31, 23, 59)],
    ['1999-12-31T23:59Z', undefined],
    ['3000-01-01T00:00Z', undefined],
  ])('the time %s is %s', (dateTime, read) => {
    expect(sent(`dateTime=${dateTime}`).dateTime).toBe(read);
  });

  test('of two values, the last one counts', () => {
    const twice = sent('date=2026-03-05&date=2026-03-06&month=2026-03&month=2026-04&lang=de&lang=fr&zones=x&zones=all');
    expect(twice).toMatchObject({ date: '2026-03-06', month: '2026-04', lang: 'fr', showsAllZones: true });
  });

  test.each([
    [21, false],
    [22, true],
    [23, false],
  ])('a key of %d characters is one of ours: %s', (length, isOurs) => {
    const key = 'k'.repeat(length);
    expect(formKeyOf(sent(`key=${key}`))).toBe(isOurs ? key : null);
  });

  test('an origin frames the page only where it is one of those that may', () => {
    const origins = ['https://a.example', 'https://b.example'];
    const framing = (origin: string) => embeddingOf(sent([['embedOrigin', origin]]), origins);
    expect(framing('https://b.example')).toEqual({ origins, origin: 'https://b.example' });
    expect(framing('https://c.example')).toEqual({ origins, origin: undefined });
  });
});

describe('the campaign of a visitor', () => {
  test('has at most twenty parameters, whose values end after five hundred characters', () => {
    const many = Array.from({ length: 21 }, (_, index): [string, string] => [`utm_${index}`, 'x'.repeat(501)]);
    const kept = utmOf(sent(many));
    expect(kept.map(({ utmKey }) => utmKey)).toEqual(many.slice(0, 20).map(([name]) => name));
    expect(new Set(kept.map(({ utmValue }) => utmValue.length))).toEqual(new Set([500]));
  });

  test.each([
    [`utm_${'a'.repeat(90)}`, 'x', true],
    [`utm_${'a'.repeat(91)}`, 'x', false],
    ['utm_', 'x', false],
    ['utm_a', '', false],
    ['utm_a', 'x\u0007', false],
    ['xutm_a', 'x', false],
  ])('%s=%j counts: %s', (name, value, counts) => {
    expect(utmOf(sent([[name, value]]))).toHaveLength(counts ? 1 : 0);
  });
});

describe('a form carries on', () => {
  const namesOf = (inputs: readonly Html[]) => inputs.map(({ text }) => /name="([^"]*)"/.exec(text)?.[1]);

  test('all but what says what the page shows, and names of at most three hundred characters', () => {
    const [long, tooLong] = ['l'.repeat(300), 'm'.repeat(301)];
    const page = 'lang=de&timeZone=UTC&month=2026-03&date=2026-03-05&dateTime=x&zones=all&show=times&key=k&isLead=1';
    expect(namesOf(carried(sent(`${page}&email=a&${long}=1&${tooLong}=1`)))).toEqual(['lang', 'email', long]);
  });

  test.each([
    [0, 190],
    [10, 180],
    [150, 40],
    [151, 40],
  ])('with %d inputs of its own at most %d others', (ownInputs, others) => {
    const many = sent(Array.from({ length: 200 }, (_, index) => [`n${index}`, 'x']));
    expect(carried(many, { ownInputs })).toHaveLength(others);
  });
});

describe('an answer that was typed', () => {
  const field = (control: FormField['control']): FormField => ({
    ...{ name: 'answer', label: 'Answer', required: true, maxLength: 10, autocomplete: 'off', control },
    asks: { identifier: 'answer', inputType: 'TEXT' },
  });
  const twice = new URLSearchParams('answer=&answer=one&answer=+two+');

  test.each([
    [{ kind: 'checkboxes', options: [], isConsent: false } as const, ['one', 'two']],
    [{ kind: 'radios', options: [] } as const, ['two']],
    [{ kind: 'lines' } as const, [' two ']],
  ])('to %j has the values %j', (control, values) => {
    expect(typedIn(field(control), twice)).toEqual(values);
  });

  test.each([
    ['en', '1,234.5', '1234.5'],
    ['en', '12,34', '12,34'],
    ['en', '1234', '1234'],
    ['en', '-1,000', '-1000'],
    ['en', '1.2.3', '1.2.3'],
    ['en', '1,2345', '1,2345'],
    ['de', '1.234,5', '1234.5'],
    ['fr', '1 234,5', '1234.5'],
  ])('in %s as %s is the number %s', (locale, typed, number) => {
    const where = { timeZone: 'UTC', locale, phones: new Map() };
    const { input } = answersOf([field({ kind: 'number' })], new URLSearchParams({ answer: typed }), where);
    expect(input.secondaryQuestionsAnswer).toEqual([{ identifier: 'answer', answer: [number] }]);
  });
});
