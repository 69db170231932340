import { Anchor } from '@mantine/core';
import { mailtoLink } from '#src/lib/network/email-address.ts';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import { Fact } from '../../../kit/layout.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { statusTitles } from '../../../parts/contacts.ts';
import { memberName } from '../../../parts/members.ts';

/** How the contact is reached, whose they are, and where they came from. */
export function ContactFacts({ contact }: { readonly contact: ContactRecordFragment }) {
  const { email, phoneNumber, status, tag, timeZone, country, ownerMember, joinedTime, utm } = contact;
  return (
    <section aria-label="Facts">
      <dl>
        {email && (
          <Fact name="Email">
            <Anchor href={mailtoLink(email)} inherit className="breaks">
              {email}
            </Anchor>
          </Fact>
        )}
        {phoneNumber && (
          <Fact name="Phone">
            <Anchor href={`tel:${phoneNumber}`} inherit>
              {phoneNumber}
            </Anchor>
          </Fact>
        )}
        <Fact name="Status">{statusTitles[status]}</Fact>
        <Fact name="Owner">
          {ownerMember ? <bdi>{memberName(ownerMember)}</bdi> : <span className="soft">Nobody</span>}
        </Fact>
        {tag && (
          <Fact name="Tag">
            <bdi>{tag}</bdi>
          </Fact>
        )}
        {timeZone && <Fact name="Time zone">{readableZoneName(timeZone)}</Fact>}
        {country && <Fact name="Country">{countryName(country)}</Fact>}
        <Fact name="Joined">
          <Moment at={joinedTime} />
        </Fact>
        {utm.map(({ utmKey, utmValue }) => (
          <Fact key={utmKey} name={utmKey}>
            <span className="breaks">{utmValue}</span>
          </Fact>
        ))}
      </dl>
    </section>
  );
}

const countries = new Intl.DisplayNames('en', { type: 'region' });

function countryName(code: string): string {
  return countries.of(code) ?? code;
}
