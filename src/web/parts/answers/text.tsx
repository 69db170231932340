import { Anchor } from '@mantine/core';
import { mailtoLink } from '#src/lib/network/email-address.ts';
import { useSession } from '../../app/session.ts';
import { dayOf, dayText, timeText } from '../../kit/days.ts';
import { now } from '../../kit/now.ts';
import { type Field, hasTime, type MemberChoice } from './fields.ts';

interface AnswerTextProps {
  readonly field: Field;
  readonly answer: readonly string[];
  readonly members: readonly MemberChoice[];
}

/** An answer as a person reads it. */
export function AnswerText({ field, answer, members }: AnswerTextProps) {
  const { timeZone } = useSession().user;
  const [first = ''] = answer;
  const today = dayOf(now(), timeZone);
  switch (field.inputType) {
    case 'URL':
      return (
        <Anchor href={first} target="_blank" rel="noreferrer" inherit className="breaks">
          {first}
        </Anchor>
      );
    case 'EMAIL':
      return (
        <Anchor href={mailtoLink(first)} inherit className="breaks">
          {first}
        </Anchor>
      );
    case 'PHONE':
      return (
        <Anchor href={`tel:${first}`} inherit>
          {first}
        </Anchor>
      );
    case 'DATE':
      if (!hasTime(field)) return dayText(first, today);
      return `${dayText(dayOf(first, timeZone), today)}, ${timeText(first, timeZone)}`;
    case 'RATING':
      return `${first} of ${field.configuration.maxRating ?? 5}`;
    case 'USER':
    case 'USERS_MULTIPLE':
      return answer.map((id) => members.find(({ value }) => value === id)?.label ?? `Member ${id}`).join(', ');
    default:
      return <bdi className="as-typed">{answer.join(', ')}</bdi>;
  }
}
