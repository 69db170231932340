import { List, Title } from '@mantine/core';
import { useQuery } from 'urql';
import { type ContactRecordFragment, DuplicateContactsDocument } from '../../../gql/contact.ts';
import { ContactLink } from '../../../parts/contact-link.tsx';
import { fullName } from '../../../parts/contacts.ts';

/** Other contacts with the same number or name. */
export function ContactDuplicates({ contact }: { readonly contact: ContactRecordFragment }) {
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
    <section aria-label="Possible duplicates">
      <Title order={3} size="h6" mb="xs">
        Possible duplicates
      </Title>
      <List size="sm">
        {[...found.values()].map((other) => (
          <List.Item key={other.id}>
            <ContactLink contact={other} keepsList />{' '}
            <span className="soft">
              {other.phoneNumber !== null && other.phoneNumber === phoneNumber
                ? 'has the same number'
                : 'has the same name'}
            </span>
          </List.Item>
        ))}
      </List>
    </section>
  );
}
