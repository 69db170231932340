import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { mailtoLink } from '#src/lib/network/email-address.ts';
import { Fact } from '../kit/layout.tsx';
import { contactName } from './contacts.ts';

interface ContactLinkProps {
  readonly contact: Parameters<typeof contactName>[0] & { readonly previewId: string };
  /** Whether the list of contacts that is shown keeps its filters. */
  readonly keepsList?: boolean;
  readonly onClick?: () => void;
}

/** The name of a contact, which leads to them. */
export function ContactLink({ contact, keepsList = false, onClick }: ContactLinkProps) {
  return (
    <Link
      className="text-link"
      to="/contacts/$previewId"
      params={{ previewId: contact.previewId }}
      search={keepsList ? true : {}}
      onClick={onClick}
    >
      <bdi>{contactName(contact)}</bdi>
    </Link>
  );
}

interface EmailAndPhoneProps {
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** Whether the person is reached otherwise first. */
  readonly isSecondary?: boolean;
}

/** An address, which leads to a new mail. */
export function EmailLink({ email }: { readonly email: string }) {
  return (
    <Anchor href={mailtoLink(email)} inherit className="breaks">
      {email}
    </Anchor>
  );
}

/** How a person is reached, as facts. */
export function EmailAndPhone({ email, phoneNumber, isSecondary = false }: EmailAndPhoneProps) {
  return (
    <>
      <Fact name={isSecondary ? 'Second email' : 'Email'}>{email && <EmailLink email={email} />}</Fact>
      <Fact name={isSecondary ? 'Second phone' : 'Phone'}>
        {phoneNumber && (
          <Anchor href={`tel:${phoneNumber}`} inherit>
            {phoneNumber}
          </Anchor>
        )}
      </Fact>
    </>
  );
}
