import { Anchor } from '@mantine/core';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import { Fact } from '../../../kit/layout.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { EmailAndPhone } from '../../../parts/contact-link.tsx';
import { statusTitles } from '../../../parts/contacts.ts';

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** How else the contact is reached, what kind it is, and where it came from. */
export function ContactFacts({ contact }: { readonly contact: ContactRecordFragment }) {
  const { secondaryEmail, secondaryPhoneNumber, status, tag, country, joinedTime, utm, referrer } = contact;
  return (
    <section aria-label="Facts">
      <dl>
        <EmailAndPhone email={secondaryEmail} phoneNumber={secondaryPhoneNumber} isSecondary />
        <Fact name="Status">{statusTitles[status]}</Fact>
        <Fact name="Tag">{tag && <bdi>{tag}</bdi>}</Fact>
        <Fact name="Country">{country && (countries.of(country) ?? country)}</Fact>
        <Fact name="Joined">
          <Moment at={joinedTime} />
        </Fact>
        <Fact name="Referrer">
          {referrer && (
            <Anchor href={referrer} target="_blank" rel="noopener noreferrer" inherit className="breaks">
              {referrer}
            </Anchor>
          )}
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
