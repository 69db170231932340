import type { ContactStatus } from './contact.ts';

/**
 * The status of a contact after somebody has filled in a form without a credential. Whoever knows an e-mail address can do
 * that in its owner's name, so a contact whom the team has qualified stays qualified.
 */
export function statusByForm(before: ContactStatus, status: ContactStatus): ContactStatus {
  return before === 'QUALIFIED' ? before : status;
}
