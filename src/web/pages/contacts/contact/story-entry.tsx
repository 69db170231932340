import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../app/session.ts';
import type { StoryEntryFragment } from '../../../gql/story.ts';
import { shortDayTimeText } from '../../../kit/days.ts';
import { Fact } from '../../../kit/layout.tsx';
import { TimelineEntry } from '../../../kit/timeline.tsx';
import type { ContactFields } from '../../../parts/answers/fields.ts';
import { AnswerText } from '../../../parts/answers/text.tsx';
import { actorText, type Change, changeText } from '../../../parts/calls/changes.ts';
import { EmailBadge, emailTitles, heldBackReason } from '../../../parts/calls/emails.tsx';
import { moneyText } from '../../../parts/money.ts';

interface EntryProps {
  readonly entry: StoryEntryFragment;
  readonly fields: ContactFields | undefined;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

/** One thing that happened with a contact: what, who and when. */
export function Entry({ entry, fields, children }: EntryProps) {
  const { timeZone } = useSession().user;
  const { time, mail, eventCall, text, answers, dealId } = entry;
  const below = (
    <>
      {eventCall && (
        <p className="story-link">
          <Link
            className="text-link"
            to="/calls/$previewId"
            params={{ previewId: eventCall.previewId }}
            search={{ when: 'all' }}
          >
            <bdi>{eventCall.name}</bdi>
          </Link>
          , {shortDayTimeText(eventCall.dateTime, timeZone)}
        </p>
      )}
      {dealId !== null && (
        <p className="story-link">
          <Link className="text-link" to="/deals/$id" params={{ id: String(dealId) }} search={{}}>
            Open the deal
          </Link>
        </p>
      )}
      {answers.length > 0 && (
        <dl>
          {answers.map((answered) => (
            <Fact key={answered.name} name={answered.name}>
              <Answer answered={answered} fields={fields} />
            </Fact>
          ))}
        </dl>
      )}
    </>
  );
  return (
    <TimelineEntry title={titleOf(entry, timeZone)} at={time} reason={mail ? heldBackReason(mail) : text} below={below}>
      {mail && <EmailBadge {...mail} />}
      {children}
    </TimelineEntry>
  );
}

interface AnswerProps extends Pick<EntryProps, 'fields'> {
  readonly answered: StoryEntryFragment['answers'][number];
}

function Answer({ answered: { customFieldId, answer }, fields }: AnswerProps) {
  const field = fields?.fields.find(({ id }) => id === customFieldId);
  if (field && fields) return <AnswerText {...{ field, answer }} members={fields.members} />;
  return <bdi className="as-typed">{answer.join(', ')}</bdi>;
}

function titleOf(entry: StoryEntryFragment, timeZone: string): string {
  const { kind, actor, mail, value, currency } = entry;
  const by = actor ? ` ${actorText(actor)}` : '';
  // Who closed it, and not who entered it.
  const closer = actor?.name ? `, closed by ${actor.name}` : '';
  const amount = value !== null && currency !== null ? moneyText(value, currency) : '';
  switch (kind) {
    case 'NOTE':
      return `Note${by}`;
    case 'MAIL':
      return mail
        ? `${emailTitles.kind[mail.kind]} to the ${emailTitles.recipient[mail.recipient].toLowerCase()}`
        : 'Email';
    case 'FORM':
      return 'Form submitted without a booking';
    case 'ANSWERS':
      return 'Answers changed';
    case 'DEAL':
      return `Deal: ${amount}${closer}`;
    case 'PAYMENT':
      return `Payment: ${amount}${closer}`;
    case 'REFUND':
      return `Refund: ${amount}`;
    default:
      return changeText({ ...entry, kind } satisfies Change, timeZone);
  }
}
