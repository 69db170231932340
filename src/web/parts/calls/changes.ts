import type { CallRecordFragment } from '../../gql/call.ts';
import { dayOf, timeText } from '../../kit/days.ts';
import { now } from '../../kit/now.ts';
import { outcomeTitles } from './outcomes.ts';

type HistoryEntry = NonNullable<CallRecordFragment['changes']>[number];
type Outcome = NonNullable<HistoryEntry['outcome']>;

/** A change of a call, as its history and the story of its contact have it. */
export type Change = Omit<HistoryEntry, 'id' | 'reason' | 'createdAt' | 'actor'> & {
  /** Null where nobody knows who did it. */
  readonly actor: HistoryEntry['actor'] | null;
};

/** What happened to a call, and who did it, as a sentence. Times are in the viewer's zone. */
export function changeText(change: Change, timeZone: string): string {
  const act = actText(change, timeZone);
  return change.actor ? `${act} ${actorText(change.actor)}` : act;
}

function actText(change: Change, timeZone: string): string {
  const { kind, dateTimeBefore, dateTime, outcomeBefore, outcome } = change;
  switch (kind) {
    case 'BOOKED':
      return 'Booked';
    case 'CANCELLED':
      return 'Cancelled';
    case 'REASSIGNED':
      return `Given${hostsText(change)}`;
    case 'MOVED': {
      const times =
        dateTimeBefore && dateTime ? ` from ${at(dateTimeBefore, timeZone)} to ${at(dateTime, timeZone)}` : '';
      const takenBack = outcomeBefore ? `, without the outcome “${titleOf(outcomeBefore)}”,` : '';
      return `Moved${times}${change.host ? `, and given${hostsText(change)}` : ''}${takenBack}`;
    }
    case 'OUTCOME_SET':
      if (!outcome) return outcomeBefore ? `Outcome “${titleOf(outcomeBefore)}” taken back` : 'Outcome taken back';
      return outcomeBefore
        ? `Outcome changed from “${titleOf(outcomeBefore)}” to “${titleOf(outcome)}”`
        : `Outcome set to “${titleOf(outcome)}”`;
  }
}

function hostsText({ hostBefore, host }: Change): string {
  const from = hostBefore ? ` from ${nameOf(hostBefore)}` : '';
  return host ? `${from} to ${nameOf(host)}` : from;
}

export function actorText(actor: NonNullable<Change['actor']>): string {
  const { kind, credentialName } = actor;
  switch (kind) {
    case 'INVITEE':
      return 'by the invitee';
    case 'OPERATOR':
      return 'by the operator of the server';
    case 'MEMBER':
      return `by ${nameOf(actor)}`;
    case 'API_KEY':
      return `by ${nameOf(actor)} with ${credentialName ? `the API key ${credentialName}` : 'an API key'}`;
    case 'APP':
      return `by ${nameOf(actor)} with ${credentialName ? `the app ${credentialName}` : 'an app'}`;
  }
}

const nameOf = ({ name }: { readonly name: string | null }) => name || 'a former member';
const titleOf = (outcome: Outcome) => outcomeTitles[outcome].toLowerCase();

/** `Thu, Nov 26, 10:30`, with the year where it is another one: never `Today`, because a sentence about the past stays true. */
function at(instant: string, timeZone: string): string {
  const yearOf = (time: string | number) => dayOf(time, timeZone).slice(0, 4);
  const year = yearOf(instant) === yearOf(now()) ? undefined : 'numeric';
  const day = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short', year, timeZone });
  return `${day.format(new Date(instant))}, ${timeText(instant, timeZone)}`;
}
