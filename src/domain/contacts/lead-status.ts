import type { ContactStatus } from './contact.ts';

/**
 * The status of a contact after an anonymous form submission. Anyone who knows an e-mail address can submit a form in its
 * owner's name, so a contact that the team has qualified stays qualified.
 */
export function statusByForm(before: ContactStatus, status: ContactStatus): ContactStatus {
  return before === 'QUALIFIED' ? before : status;
}
