import { component, entry } from '../../../support/icalendars.ts';
import type { CorpusCase } from './case.ts';

export const hour = ['DTSTART:20261005T080000Z', 'DTEND:20261005T090000Z'];
export const taken = ['2026-10-05T08:00/09:00'];

const states: readonly (readonly [name: string, lines: readonly string[], expected: readonly string[]])[] = [
  ['opaque', ['TRANSP:OPAQUE'], taken],
  ['transparent', ['TRANSP:TRANSPARENT'], []],
  ['transparent in small letters', ['transp:Transparent'], []],
  ['tentative', ['STATUS:TENTATIVE'], taken],
  ['cancelled', ['STATUS:CANCELLED'], []],
  ['free in Outlook', ['TRANSP:OPAQUE', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], []],
  ['tentative in Outlook', ['X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE'], taken],
  ['out of office in Outlook', ['X-MICROSOFT-CDO-BUSYSTATUS:OOF'], taken],
  ['of a status that nobody knows', ['STATUS:SOMEHOW', 'TRANSP:MAYBE'], taken],
  ['declined by its owner', ['ATTENDEE;CN="Ada: L; x";PARTSTAT=DECLINED:mailto:Ada@example.com'], []],
  [
    'declined by its owner, who has an id there',
    ['ATTENDEE;PARTSTAT=DECLINED;EMAIL=ada@example.com:/principals/7/'],
    [],
  ],
  ['declined by its owner in folded lines', ['ATTENDEE;PARTST\r\n AT=DECLI\r\n\tNED:MAILTO:ada@ex\r\n ample.com'], []],
  ['accepted by its owner', ['ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@example.com'], taken],
  ['declined by somebody else', ['ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.com'], taken],
  ['without an answer', ['ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ada@example.com'], taken],
  ['with alarms', [component('VALARM', 'TRIGGER:-PT5M', 'DURATION:PT1M', 'STATUS:CANCELLED')], taken],
];

const times: typeof states = [
  ['a whole day', ['DTSTART;VALUE=DATE:20261005', 'DTEND;VALUE=DATE:20261006'], ['2026-10-04T22:00/2026-10-05T22:00']],
  ['a whole day without an end', ['DTSTART;VALUE=DATE:20261005'], ['2026-10-04T22:00/2026-10-05T22:00']],
  ['a whole day that ends on itself', ['DTSTART:20261005', 'DTEND:20261005'], ['2026-10-04T22:00/2026-10-05T22:00']],
  ['a day of 25 hours', ['DTSTART;VALUE=DATE:20261025', 'DURATION:P1D'], ['2026-10-24T22:00/2026-10-25T23:00']],
  ['a week', ['DTSTART;VALUE=DATE:20261020', 'DURATION:P1W'], ['2026-10-19T22:00/2026-10-26T23:00']],
  ['floating', ['DTSTART:20261026T080000', 'DTEND:20261026T090000'], ['2026-10-26T07:00/08:00']],
  ['UTC whatever zone is beside it', ['DTSTART;TZID=Asia/Tokyo:20261005T080000Z', 'DURATION:PT1H'], taken],
  [
    'an end in another zone',
    ['DTSTART;TZID=Europe/Berlin:20261005T100000', 'DTEND;TZID=Europe/London:20261005T100000'],
    taken,
  ],
  ['a length of days and hours', ['DTSTART:20261005T080000Z', 'DURATION:P0DT1H0M0S'], taken],
  ['no length', ['DTSTART:20261005T080000Z'], []],
  ['an end before the start', ['DTSTART:20261005T090000Z', 'DTEND:20261005T080000Z'], taken],
  ['a length below zero', ['DTSTART:20261005T090000Z', 'DURATION:-PT1H'], taken],
  ['seconds', ['DTSTART:20261005T080000Z', 'DTEND:20261005T085959Z'], ['2026-10-05T08:00/08:59:59.000Z']],
  ['no seconds', ['DTSTART:20261005T0800Z', 'DTEND:20261005T0900Z'], taken],
  [
    'midnight as hour 24',
    ['DTSTART:20261005T230000Z', 'DTEND:20261005T240000Z'],
    ['2026-10-05T23:00/2026-10-06T00:00'],
  ],
  [
    'a start before the range',
    ['DTSTART:20260901T080000Z', 'DTEND:20261001T000100Z'],
    ['2026-09-01T08:00/2026-10-01T00:01'],
  ],
  ['an end at the start of the range', ['DTSTART:20260901T080000Z', 'DTEND:20261001T000000Z'], []],
  ['a start at the end of the range', ['DTSTART:20270101T000000Z', 'DURATION:PT1H'], []],
  [
    'a start within the last minute',
    ['DTSTART:20261231T235900Z', 'DURATION:PT1H'],
    ['2026-12-31T23:59/2027-01-01T00:59'],
  ],
  [
    'names in small letters',
    ['dtstart;value=date:20261005', 'dtend;value=date:20261006'],
    ['2026-10-04T22:00/2026-10-05T22:00'],
  ],
];

export const entries: readonly CorpusCase[] = [
  ...states.map(([name, lines, expected]): CorpusCase => [name, [entry(...hour, ...lines)], expected]),
  ...times.map(([name, lines, expected]): CorpusCase => [`with ${name}`, [entry(...lines)], expected]),
];
