import { decimalsOf } from '#src/lib/currency.ts';
import { addedAmounts } from '#src/lib/decimal.ts';
import { type Goal, type GoalNumber, isAmount } from '../goals/goal.ts';
import { type Fact, mailForms } from '../mails/layout.ts';
import type { Mail } from '../mails/mail.ts';
import { greetedName, hasAddress, oneLine } from '../mails/names.ts';
import type { CallNumbers } from '../reports/call-numbers.ts';
import type { Period, Rate } from '../reports/report.ts';
import type { WeeklyNumbers } from './numbers.ts';

export interface WeeklyMail extends WeeklyNumbers {
  readonly to: string;
  readonly firstName: string;
  readonly workspace: string;
  readonly workspaceId: number;
  readonly appUrl: string;
  /** The page that switches the mail off. */
  readonly offLink: string;
}

/** The numbers of a week, for one member. Members have no language of their own: their mails are in English. */
export function weeklyMail(about: WeeklyMail): Omit<Mail, 'messageId'> {
  const { to, firstName, workspaceId, appUrl, offLink, week, numbers, previous, closers, goals } = about;
  const days = daysText(week);
  const name = greetedName(firstName);
  const workspace = shownWorkspace(about.workspace);
  const forms = mailForms({
    language: 'en',
    heading: `${closers ? 'The numbers of the team' : 'Your numbers'}, ${days}`,
    greeting: name === undefined ? undefined : `Hello ${name},`,
    lines: [
      `this is ${closers ? 'the week of the team' : 'your week'} in ${workspace}, with the change to the week before.`,
      ...undecidedLines(numbers),
    ],
    facts: [
      ...callFacts(numbers, previous, `${appUrl}/?workspace=${workspaceId}`),
      ...about.cash.map(cashFact),
      ...(closers ?? []).map((closer) => ({ label: shownName(closer.name), value: numbersLine(closer.numbers) })),
      ...goals.map(goalFact),
    ],
    link: {
      href: `${appUrl}/overview?period=${week.dateFrom}..${week.dateTo}&workspace=${workspaceId}`,
      text: 'Open the numbers of the week',
      orOpen: 'Or open this link:',
    },
    end: `You receive this email because you switched it on for ${workspace}.`,
    endLink: { href: offLink, text: 'Switch it off' },
  });
  return { to, subject: subjectOf(about, days), ...forms, unsubscribeUrl: offLink };
}

function subjectOf({ numbers: { booked, held, won }, closers }: WeeklyMail, days: string): string {
  return `${closers ? 'Week of the team' : 'Your week'}, ${days}: ${booked} booked, ${held} held, ${won} won`;
}

function undecidedLines({ undecided }: CallNumbers): string[] {
  if (undecided === 0) return [];
  const calls =
    undecided === 1 ? '1 call of the week awaits its outcome' : `${undecided} calls of the week await their outcome`;
  return [`${calls}. Until it is set on the page Today, the show rate leaves ${undecided === 1 ? 'it' : 'them'} out.`];
}

function callFacts(now: CallNumbers, before: CallNumbers, today: string): Fact[] {
  return [
    countFact('Booked', now.booked, before.booked),
    countFact('Held', now.held, before.held),
    rateFact('Show rate', now.showRate, before.showRate),
    countFact('Won', now.won, before.won),
    rateFact('Close rate', now.closeRate, before.closeRate),
    ...(now.undecided > 0 ? [{ label: 'Undecided', value: String(now.undecided), href: today }] : []),
  ];
}

function countFact(label: string, value: number, before: number): Fact {
  return { label, value: `${value} (${signed(String(value - before))})` };
}

function rateFact(label: string, { value, numerator, denominator }: Rate, before: Rate): Fact {
  if (value === null) return { label, value: '–' };
  const shown = `${percent(value)}, ${numerator} of ${denominator}`;
  if (before.value === null) return { label, value: shown };
  const points = Math.round(value * 100) - Math.round(before.value * 100);
  return { label, value: `${shown} (${signed(String(points))} points)` };
}

function cashFact({ currency, value, previous }: WeeklyNumbers['cash'][number]): Fact {
  const change = addedAmounts(value, negated(previous));
  return { label: `Cash, ${currency}`, value: `${amount(value, currency)} (${signed(amount(change, currency))})` };
}

/** `5 booked, 3 held, show rate 75%, 1 won, close rate 33%` */
function numbersLine({ booked, held, showRate, won, closeRate, undecided }: CallNumbers): string {
  const rates = [showRate, closeRate].map(({ value }) => (value === null ? '–' : percent(value)));
  const waiting = undecided > 0 ? `, ${undecided} undecided` : '';
  return `${booked} booked, ${held} held, show rate ${rates[0]}, ${won} won, close rate ${rates[1]}${waiting}`;
}

const goalNames: Readonly<Record<GoalNumber, string>> = {
  BOOKED: 'booked calls',
  HELD: 'held calls',
  WON: 'won calls',
  CASH: 'cash',
  CONTRACT_VALUE: 'contract value',
};

function goalFact({ userId, month, number, currency, target, reached }: Goal): Fact {
  const [has, of] = [reached, target].map((value) =>
    isAmount(number) ? amount(value, currency ?? '') : plainNumber(value),
  );
  const label = `${userId === null ? 'Goal of the team' : 'Your goal'} for ${monthText(month)}, ${goalNames[number]}`;
  const money = currency === null ? '' : ` ${currency}`;
  return { label, value: `${has} of ${of}${money} (${percent(Number(reached) / Number(target))})` };
}

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** A change with its sign; `±0` for none. */
function signed(text: string): string {
  if (/^-?[0.,]+$/.test(text)) return '±0';
  return text.startsWith('-') ? `−${text.slice(1)}` : `+${text}`;
}

function negated(value: string): string {
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}

/** Intl reads decimal text to the last digit. */
function amount(value: string, currency: string): string {
  const decimals = decimalsOf(currency);
  const format = { minimumFractionDigits: decimals, maximumFractionDigits: Math.max(2, decimals) };
  return new Intl.NumberFormat('en', format).format(value as `${number}`);
}

const plainNumber = (value: string) => new Intl.NumberFormat('en').format(Number(value));

/** `March 16 – 22, 2026` */
function daysText({ dateFrom, dateTo }: Period): string {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
  return format.formatRange(new Date(dateFrom), new Date(dateTo)).replace(/[\u2009\u202f\u00a0]/g, ' ');
}

function monthText(month: string): string {
  return new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(new Date(month));
}

/** Mail programs turn a name that looks like an address into a link. */
function shownName(name: string): string {
  const line = oneLine(name);
  return line === '' || hasAddress(line) ? 'A closer' : line;
}

function shownWorkspace(name: string): string {
  const line = oneLine(name);
  return line === '' || hasAddress(line) ? 'your workspace' : `“${line}”`;
}
