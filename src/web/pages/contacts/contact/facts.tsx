import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import { Fact } from '../../../kit/layout.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { EmailAndPhone } from '../../../parts/contact-link.tsx';
import { statusTitles } from '../../../parts/contacts.ts';
import { memberName } from '../../../parts/members.ts';

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** How the contact is reached, whose they are, and where they came from. */
export function ContactFacts({ contact }: { readonly contact: ContactRecordFragment }) {
  const { email, phoneNumber, status, tag, timeZone, country, ownerMember, joinedTime, utm } = contact;
  return (
    <section aria-label="Facts">
      <dl>
        <EmailAndPhone email={email} phoneNumber={phoneNumber} />
        <Fact name="Status">{statusTitles[status]}</Fact>
        <Fact name="Owner">
          {ownerMember ? <bdi>{memberName(ownerMember)}</bdi> : <span className="soft">Nobody</span>}
        </Fact>
        <Fact name="Tag">{tag && <bdi>{tag}</bdi>}</Fact>
        <Fact name="Time zone">{timeZone && readableZoneName(timeZone)}</Fact>
        <Fact name="Country">{country && (countries.of(country) ?? country)}</Fact>
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
