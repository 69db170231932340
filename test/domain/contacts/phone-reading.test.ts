import { describe, expect, test } from 'vitest';
import {
  countryOfLanguage,
  examplePhone,
  phoneCountries,
  phoneCountryOf,
  regionOfZone,
} from '#src/domain/contacts/phone-countries.ts';
import { readPhone } from '#src/domain/contacts/phone-reading.ts';
import { phoneForm } from '#src/lib/network/phone-number.ts';
import { dialledAbroad, writtenNumbers } from './written-numbers.ts';

const numberOf = (reading: ReturnType<typeof readPhone>) => ('number' in reading ? reading.number : reading.problem);
const chosenIn = (typed: string, chosen: string) => readPhone(typed, { chosen, likely: ['US', 'DE'] });
const guessedIn = (typed: string, ...likely: string[]) => readPhone(typed, { chosen: undefined, likely });

/** What pasting, a keyboard of full-width digits and one of Arabic digits make of a text. */
const pasted = [
  (text: string) => `\u202a${text}\u202c`,
  (text: string) => `\u2066${text.replace(/ /g, '\u00a0')}\u2069\ufeff`,
  (text: string) => ` ${text.replace(/[ -]/g, '\u2011')}\u200e`,
  (text: string) => text.replace(/[ -]/g, '\u2009\u00ad'),
  (text: string) => text.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)),
  (text: string) => text.replace(/\d/g, (each) => String.fromCharCode(0x660 + Number(each))),
];

describe('a number as people of its country write it', () => {
  test('is of more than sixty countries', () => {
    expect(new Set(writtenNumbers.map(([country]) => country)).size).toBeGreaterThan(60);
  });

  test.each([...writtenNumbers, ...dialledAbroad])('in %s is %s', (country, number, ...written) => {
    const read = (how: typeof chosenIn) => written.map((typed) => [typed, numberOf(how(typed, country))]);
    const expected = written.map((typed) => [typed, number]);
    expect(read(chosenIn)).toEqual(expected);
    expect(read(guessedIn)).toEqual(expected);
  });

  test.each([...writtenNumbers, ...dialledAbroad])(
    'in %s is %s also when it was pasted',
    (country, number, written = '') => {
      for (const paste of pasted) {
        expect([paste(written), numberOf(chosenIn(paste(written), country))]).toEqual([paste(written), number]);
      }
    },
  );

  test.each(phoneCountries)('in %s is the example that an error shows', (country) => {
    const reading = chosenIn(examplePhone(country), country);
    expect(reading).toMatchObject({ isInternational: false });
    expect(numberOf(reading)).toMatch(phoneForm);
  });
});

describe('the international form of a number', () => {
  test.each([
    ['+1 202 555 0123', 'DE', '+1 202 555 0123', 'US', true],
    ['tel:+49-176-1234567', 'US', '+49 176 1234567', 'DE', true],
    ['0049 176 1234567', 'DE', '+49 176 1234567', 'DE', true],
    ['011 44 20 7946 0123', 'US', '+44 20 7946 0123', 'GB', true],
    ['Tel.: +49 176 1234567', 'US', '+49 176 1234567', 'DE', true],
    ['+49 0176 1234567', 'DE', '+49 176 1234567', 'DE', false],
    ['+1 800 FLOWERS', 'US', '+1 800 356 9377', 'US', false],
    ['(204) 555-0103', 'US', '+1 204 555 0103', 'CA', false],
    ['07700 900123', 'GB', '+44 7700 900123', 'GB', false],
    ['+1 415', 'US', '+1415', undefined, true],
    ['+999 123 4567', 'US', '+9991234567', undefined, true],
    ['+870 773 111 632', 'US', '+870 773 111 632', undefined, true],
  ])('of %j in %s is %s in %s', (typed, chosen, international, country, isInternational) => {
    expect(chosenIn(typed, chosen)).toMatchObject({ international, country, isInternational });
  });
});

describe('a number without a country code', () => {
  test.each([
    ['0176 1234567', ['US', 'DE'], '+491761234567'],
    ['(202) 555-0123', ['GB', 'US'], '+12025550123'],
    ['07700 900123', ['GB', 'US'], '+447700900123'],
    ['0176 1234567', ['XX', 'us', 'DE'], '+491761234567'],
    ['(202) 555-0123', [], 'impossible'],
  ])('%j in one of %j is %s', (typed, likely, number) => {
    expect(numberOf(guessedIn(typed, ...likely))).toBe(number);
  });

  test('is of the chosen country if it has the length of one, and else of a likely one', () => {
    const likely = ['US', 'DE'];
    expect(numberOf(readPhone('555 123 4567', { chosen: 'US', likely: ['DE'] }))).toBe('+15551234567');
    expect(numberOf(readPhone('555 123 4567', { chosen: undefined, likely }))).toBe('+495551234567');
    expect(numberOf(readPhone('0176 1234567', { chosen: 'US', likely }))).toBe('+491761234567');
  });
});

describe('a text that is no number is asked about', () => {
  test.each([
    ['202 555 0123 ext. 7', 'extension'],
    ['+1 202 555 0123 x7', 'extension'],
    ['tel:+1-202-555-0123;ext=7', 'extension'],
    ['+1 202 555 0123,,77#', 'extension'],
    ['8 (495) 123-45-67 доб. 12', 'extension'],
    ['030 23125 DW 12', 'extension'],
    ['202 555 0123 or 0124', 'extension'],
    ['555-0123', 'impossible'],
    ['12', 'impossible'],
    ['', 'impossible'],
    ['nobody', 'impossible'],
    ['+49 176 CALL-ME', 'impossible'],
    ['030 23125 home', 'impossible'],
    ['++49 176 1234567', 'impossible'],
    ['+1234567890123456', 'impossible'],
    [`202 555 0123${' '.repeat(300)}`, 'impossible'],
  ])('%j: %s', (typed, problem) => {
    expect(readPhone(typed, { chosen: undefined, likely: ['US'] })).toEqual({ problem });
  });
});

test('a number that is only a prefix is none', () => {
  expect(chosenIn('0171', 'DE')).toEqual({ problem: 'impossible' });
  expect(chosenIn('020', 'GB')).toEqual({ problem: 'impossible' });
});

describe('the country', () => {
  test.each([
    ['+12025550123', 'US'],
    ['+12045550103', 'CA'],
    ['+18765550123', 'JM'],
    ['+15551234567', 'US'],
    ['+79123456789', 'RU'],
    ['+77011234567', 'KZ'],
    ['+441534123456', 'JE'],
    ['+447700900123', 'GB'],
    ['+870773111632', undefined],
    ['+9991234567', undefined],
  ])('of the number %s is %s', (number, country) => {
    expect(phoneCountryOf(number)).toBe(country);
  });

  test('of a time zone is found by each of its names', () => {
    const zones = [
      'America/New_York',
      'US/Eastern',
      'Europe/Berlin',
      'Asia/Kolkata',
      'Asia/Calcutta',
      'America/Toronto',
    ];
    expect(zones.map(regionOfZone)).toEqual(['US', 'US', 'DE', 'IN', 'IN', 'CA']);
    expect(regionOfZone('UTC')).toBeUndefined();
  });

  test('of a language is that of most of its speakers', () => {
    expect(['en', 'de', 'pt', 'ja', 'ar', 'eo'].map(countryOfLanguage)).toEqual([
      'US',
      'DE',
      'BR',
      'JP',
      'EG',
      undefined,
    ]);
  });
});
