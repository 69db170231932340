import type { GoalRowFragment } from '../../gql/goals.ts';
import { moneyText } from '../../parts/money.ts';
import { numberText } from '../../parts/numbers/texts.ts';

export type GoalNumber = GoalRowFragment['number'];

export const goalTitles: Readonly<Record<GoalNumber, string>> = {
  BOOKED: 'Booked calls',
  HELD: 'Held calls',
  WON: 'Won calls',
  CASH: 'Cash',
  CONTRACT_VALUE: 'Contract value',
};

/** Whether the number is an amount in a currency; the others are calls. */
export function isAmount(number: string): boolean {
  return number === 'CASH' || number === 'CONTRACT_VALUE';
}

/** A number of calls, or an amount in the currency of its goal. */
export function goalValueText(value: string, currency: string | null): string {
  return currency === null ? numberText(Number(value)) : moneyText(value, currency);
}

/** So many points from its share of the month, a goal is neither ahead nor behind. */
const tolerance = 5;

/** Where a goal stands, in words: `Behind: 30% reached, 67% of the month gone`. `today` is the day of the workspace. */
export function standingText({ target, reached, month }: Standing, today: string): string {
  const share = shareOf({ target, reached });
  if (share >= 1) return `Reached: ${percentText(share)}`;
  if (today < month) return 'The month has not begun';
  if (today.slice(0, 7) > month.slice(0, 7)) return `Not reached: ${percentText(share)}`;
  const gone = goneOf(month, today);
  const distance = Math.round(share * 100) - Math.round(gone * 100);
  const word = Math.abs(distance) <= tolerance ? 'On course' : distance > 0 ? 'Ahead' : 'Behind';
  return `${word}: ${percentText(share)} reached, ${percentText(gone)} of the month gone`;
}

type Standing = Pick<GoalRowFragment, 'target' | 'reached' | 'month'>;

export function shareOf({ target, reached }: Pick<Standing, 'target' | 'reached'>): number {
  return Math.max(0, Number(reached) / Number(target));
}

/** The share of the month that is gone at the end of one of its days. */
function goneOf(month: string, today: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Number(today.slice(8)) / days;
}

/** Below the whole, never more than 99%. */
function percentText(share: number): string {
  const percent = Math.round(share * 100);
  return `${share < 1 ? Math.min(percent, 99) : percent}%`;
}
