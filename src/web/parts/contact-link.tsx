import { Link } from '@tanstack/react-router';
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
