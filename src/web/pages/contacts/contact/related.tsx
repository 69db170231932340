import { List } from '@mantine/core';
import { useQuery } from 'urql';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import { type ContactNameFragment, PossibleDuplicatesDocument } from '../../../gql/merge.ts';
import { RecordSection } from '../../../kit/record.tsx';
import { ContactLink } from '../../../parts/contact-link.tsx';
import { fullName } from '../../../parts/contacts.ts';

interface AboutContact {
  readonly contact: ContactRecordFragment;
}

/** Other contacts that may be the same person. */
export function ContactDuplicates({ contact }: AboutContact) {
  const [{ data }] = useQuery({ query: PossibleDuplicatesDocument, variables: { contactId: contact.id } });
  const found = data?.possibleDuplicates ?? [];
  if (found.length === 0) return null;
  return (
    <RecordSection title="Possible duplicates">
      <List size="sm">
        {found.map((other) => (
          <List.Item key={other.id}>
            <ContactLink contact={other} keepsList />{' '}
            <span className="soft">has the same {sameOf(contact, other)}</span>
          </List.Item>
        ))}
      </List>
    </RecordSection>
  );
}

function sameOf(contact: ContactNameFragment, other: ContactNameFragment): string {
  if (other.phoneNumber !== null && other.phoneNumber === contact.phoneNumber) return 'number';
  return fullName(other).toLowerCase() === fullName(contact).toLowerCase() ? 'name' : 'email at another domain';
}
