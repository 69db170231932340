import { Link } from '@tanstack/react-router';
import { contactName } from './contacts.ts';

interface ContactLinkProps {
  readonly contact: Parameters<typeof contactName>[0] & { readonly previewId: string };
  readonly onClick?: () => void;
}

/** The name of a contact, which leads to them. The list beside keeps its filters. */
export function ContactLink({ contact, onClick }: ContactLinkProps) {
  return (
    <Link
      className="text-link"
      to="/contacts/$previewId"
      params={{ previewId: contact.previewId }}
      search={(shown) => shown}
      onClick={onClick}
    >
      <bdi>{contactName(contact)}</bdi>
    </Link>
  );
}
