import { mailForms } from '../mails/layout.ts';
import type { Mail } from '../mails/mail.ts';
import { hasAddress, oneLine } from '../mails/names.ts';

// The e-mails about accounts. Anyone can choose the name of a person or a workspace: it appears on a line of its own or in
// quotes, and never in front of a link.

interface Parts {
  readonly to: string;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly link?: { readonly href: string; readonly text: string };
  readonly end: string;
}

export function invitationMail(
  to: string,
  { workspace, inviter, link }: { readonly workspace: string; readonly inviter: string; readonly link: string },
): Mail {
  return mail({
    to,
    subject: hasAddress(workspace) ? 'Invitation to a workspace' : `Invitation to ${oneLine(workspace)}`,
    lines: [`${oneLine(inviter)} invites you to the workspace “${oneLine(workspace)}” on Slotline.`],
    link: { href: link, text: 'Accept the invitation' },
    end: 'The link works once, for 7 days. If you did not expect this, you can ignore it.',
  });
}

/** Who requested the reset link, if it was not the recipient. */
interface LinkRequest {
  readonly maker: string;
  readonly workspace: string;
}

export function passwordResetMail(to: string, link: string, request?: LinkRequest): Mail {
  return mail({
    to,
    subject: 'Reset your password',
    lines: [
      request
        ? `${oneLine(request.maker)} of the workspace “${oneLine(request.workspace)}” asked us to send you a link to a new password for your Slotline account.`
        : 'Somebody, probably you, asked to reset the password of your Slotline account.',
    ],
    link: { href: link, text: 'Choose a new password' },
    end: `The link works once, for one hour. If ${request ? 'you did not expect this, ignore it' : 'it was not you, ignore this'}: your password stays as it is.`,
  });
}

export function signUpMail(to: string, link: string): Mail {
  return mail({
    to,
    subject: 'Confirm your email address',
    lines: ['Somebody, probably you, signed up for Slotline with this address.'],
    link: { href: link, text: 'Go on with the sign-up' },
    end: 'The link works once, for 24 hours. If it was not you, ignore this: nothing was made.',
  });
}

/** Answers a sign-up with the address of an existing account: only its owner learns that the account exists. */
export function knownAddressMail(to: string, { signIn, forgot }: { signIn: string; forgot: string }): Mail {
  return mail({
    to,
    subject: 'You have an account already',
    lines: [
      'Somebody, probably you, signed up for Slotline with this address. It has an account already.',
      `If you have forgotten the password: ${forgot}`,
    ],
    link: { href: signIn, text: 'Sign in' },
    end: 'If it was not you, ignore this: nothing has changed.',
  });
}

function mail({ to, subject, lines, link, end }: Parts): Mail {
  const forms = mailForms({ language: 'en', lines, end, link: link && { ...link, orOpen: 'Or open this address:' } });
  return { to, subject, ...forms };
}
