import { expect, test } from 'vitest';
import { type CountedCalls, callNumbersOf, noCalls } from '#src/domain/reports/call-numbers.ts';
import { weeklyMail } from '#src/domain/weekly-mails/weekly-mail.ts';

const numbers = (counts: Partial<CountedCalls>) => callNumbersOf({ ...noCalls, ...counts });
const week = numbers({ booked: 12, due: 10, held: 6, noShow: 2, undecided: 2, won: 3, strategyDue: 9 });
const before = numbers({ booked: 9, due: 9, held: 7, noShow: 1, undecided: 1, won: 3, strategyDue: 8 });

const about = {
  to: 'ada@example.com',
  firstName: 'Ada',
  workspaceId: 7,
  workspace: 'Northwind',
  appUrl: 'https://app.test',
  offLink: 'https://app.test/weekly-mail/off?token=x',
  week: { dateFrom: '2026-03-16', dateTo: '2026-03-22' },
  numbers: week,
  previous: before,
  cash: [
    { currency: 'JPY', value: '120000.00', previous: '120000.00' },
    { currency: 'USD', value: '1234.50', previous: '2000.00' },
  ],
  closers: undefined,
  goals: [],
};

test('a member gets the numbers of the own week, with the change to the week before', () => {
  const { subject, text, html, to, unsubscribeUrl } = weeklyMail(about);
  expect(to).toBe('ada@example.com');
  expect(unsubscribeUrl).toBe(about.offLink);
  expect(subject).toBe('Your week, March 16 – 22, 2026: 12 booked, 6 held, 3 won');
  expect(text).toBe(`Your numbers, March 16 – 22, 2026

Hello Ada,

this is your week in “Northwind”, with the change to the week before.

2 calls of the week await their outcome. Until it is set on the page Today, the show rate leaves them out.

Booked: 12 (+3)
Held: 6 (−1)
Show rate: 75%, 6 of 8 (−13 points)
Won: 3 (±0)
Close rate: 33%, 3 of 9 (−5 points)
Undecided: 2
Cash, JPY: 120,000 (±0)
Cash, USD: 1,234.50 (−765.50)

Open the numbers of the week:
https://app.test/overview?period=2026-03-16..2026-03-22&workspace=7

You receive this email because you switched it on for “Northwind”.

Switch it off:
https://app.test/weekly-mail/off?token=x
`);
  expect(html).toContain('<a href="https://app.test/weekly-mail/off?token=x">Switch it off</a>');
  expect(html).toContain('<a href="https://app.test/?workspace=7"><bdi>2</bdi></a>');
});

test('the team gets a line for each closer, and goals say where one stands', () => {
  const goal = { id: 1, userId: null, month: '2026-03-01', number: 'CASH', currency: 'USD' } as const;
  const times = { createdAt: '2026-03-01T00:00:00.000Z', updatedAt: '2026-03-01T00:00:00.000Z' };
  const { subject, text } = weeklyMail({
    ...about,
    closers: [
      { name: 'Cleo Nash', numbers: week },
      { name: 'www.evil.example', numbers: numbers({ booked: 1 }) },
    ],
    goals: [
      { ...goal, target: '5000.00', reached: '1250.00', ...times },
      { ...goal, userId: 7, number: 'WON', currency: null, target: '8', reached: '10', ...times },
    ],
  });
  expect(subject).toMatch(/^Week of the team, March/);
  expect(text).toContain('The numbers of the team, March 16 – 22, 2026');
  expect(text).toContain('Cleo Nash: 12 booked, 6 held, show rate 75%, 3 won, close rate 33%, 2 undecided');
  expect(text).toContain('A closer: 1 booked, 0 held, show rate –, 0 won, close rate –\n');
  expect(text).toContain('Goal of the team for March, cash: 1,250.00 of 5,000.00 USD (25%)');
  expect(text).toContain('Your goal for March, won calls: 10 of 8 (125%)');
});

test('nothing is said of rates that are not known, of calls that are decided and of names that are none', () => {
  const { text } = weeklyMail({
    ...about,
    firstName: 'Click on evil.example',
    workspace: 'evil.example',
    numbers: numbers({ booked: 1, undecided: 1 }),
    previous: numbers({}),
    cash: [],
  });
  expect(text).not.toContain('Hello');
  expect(text).not.toContain('evil');
  expect(text).toContain(
    '1 call of the week awaits its outcome. Until it is set on the page Today, the show rate leaves it out.',
  );
  expect(text).toContain('Show rate: –\n');
  expect(text).not.toContain('Cash');
});
