import { describe, expect, test } from 'vitest';
import { readNationalNumber, regionOfZone } from '#src/domain/contacts/phone-reading.ts';

describe('a number without the code of a country', () => {
  test.each([
    ['(202) 555-0123', ['US'], '+12025550123', '+1 202 555 0123'],
    ['\u202a202\u2011555\u20110123\u202c', ['US'], '+12025550123', '+1 202 555 0123'],
    ['1 (202) 555-0123', ['US'], '+12025550123', '+1 202 555 0123'],
    ['0176 1234567', ['DE'], '+491761234567', '+49 176 1234567'],
    ['020 7946 0000', ['GB'], '+442079460000', '+44 20 7946 0000'],
    ['06 1234 5678', ['IT'], '+390612345678', '+39 06 1234 5678'],
    ['０９０-１２３４-５６７８', ['JP'], '+819012345678', '+81 90 1234 5678'],
    ['0176 1234567', ['US', 'DE'], '+491761234567', '+49 176 1234567'],
  ])('%j in %j is %s', (typed, regions, number, international) => {
    expect(readNationalNumber(typed, regions)).toEqual({ number, international });
  });

  test.each([
    ['+1 202 555 0123', ['US']],
    ['0049 176 1234567', ['DE']],
    ['(202) 555-0123', []],
    ['(202) 555-0123', ['XX', 'us']],
    ['12', ['US']],
    ['555 0123 ext. 7', ['US']],
    ['nobody', ['US']],
    ['', ['US']],
  ])('%j in %j is not read', (typed, regions) => {
    expect(readNationalNumber(typed, regions)).toBeUndefined();
  });

  test('is that of the country of a time zone, by each of its names', () => {
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
});
