import { List } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import { type ContactRecordFragment, DuplicateContactsDocument } from '../../../gql/contact.ts';
import { shortDayTimeText } from '../../../kit/days.ts';
import { RecordSection } from '../../../kit/record.tsx';
import { Timeline, TimelineEntry } from '../../../kit/timeline.tsx';
import { CallBadge } from '../../../parts/calls/named-call.tsx';
import { ContactLink } from '../../../parts/contact-link.tsx';
import { fullName } from '../../../parts/contacts.ts';
import { moneyText } from '../../../parts/money.ts';

interface AboutContact {
  readonly contact: ContactRecordFragment;
}

/** Other contacts with the same number or name. */
export function ContactDuplicates({ contact }: AboutContact) {
  const name = fullName(contact);
  const { phoneNumber } = contact;
  // The name of a person has a first and a last one: one alone fits many.
  const hasName = Boolean(contact.firstName && contact.lastName);
  const hasPhone = phoneNumber !== null;
  const [{ data }] = useQuery({
    query: DuplicateContactsDocument,
    variables: { phoneNumber: phoneNumber ?? '', name, hasPhone, hasName },
    pause: !hasName && !hasPhone,
  });
  const samePhone = (data?.byPhone?.contacts ?? []).filter((other) => other.phoneNumber === phoneNumber);
  const sameName = (data?.byName?.contacts ?? []).filter(
    (other) => fullName(other).toLowerCase() === name.toLowerCase(),
  );
  const found = new Map([...samePhone, ...sameName].map((other) => [other.id, other]));
  found.delete(contact.id);
  if (found.size === 0) return null;
  return (
    <RecordSection title="Possible duplicates">
      <List size="sm">
        {[...found.values()].map((other) => (
          <List.Item key={other.id}>
            <ContactLink contact={other} keepsList />{' '}
            <span className="soft">has the same {samePhone.includes(other) ? 'number' : 'name'}</span>
          </List.Item>
        ))}
      </List>
    </RecordSection>
  );
}

/** The latest calls with the contact that the viewer sees. */
export function ContactCalls({ contact: { eventCalls } }: AboutContact) {
  const { timeZone } = useSession().user;
  if (!eventCalls || eventCalls.length === 0) return null;
  return (
    <Timeline title="Calls">
      {eventCalls.map(({ previewId, name, dateTime, ...call }) => (
        <TimelineEntry
          key={previewId}
          title={
            <Link className="text-link" to="/calls/$previewId" params={{ previewId }} search={{ when: 'all' }}>
              <bdi>{name}</bdi>
            </Link>
          }
          reason={shortDayTimeText(dateTime, timeZone)}
        >
          <CallBadge {...call} />
        </TimelineEntry>
      ))}
    </Timeline>
  );
}

/** What the contact bought, as far as the viewer sees it. */
export function ContactDeals({ contact: { deals } }: AboutContact) {
  if (!deals || deals.length === 0) return null;
  return (
    <Timeline title="Deals">
      {deals.map(({ id, value, currency, productName, time }) => (
        <TimelineEntry key={id} title={moneyText(value, currency)} at={time} reason={productName} />
      ))}
    </Timeline>
  );
}
