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
    end: 'The link works once and expires in 7 days. If you did not expect this invitation, you can ignore this email.',
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
        ? `${oneLine(request.maker)} from the workspace “${oneLine(request.workspace)}” asked us to send you a link to reset the password of your Slotline account.`
        : 'Someone, probably you, asked to reset the password of your Slotline account.',
    ],
    link: { href: link, text: 'Choose a new password' },
    end: `The link works once and expires in one hour. If ${request ? 'you did not expect this' : 'this was not you'}, you can ignore this email. Your password will not change.`,
  });
}

export function signUpMail(to: string, link: string): Mail {
  return mail({
    to,
    subject: 'Confirm your email address',
    lines: ['Someone, probably you, signed up for Slotline with this address.'],
    link: { href: link, text: 'Continue signing up' },
    end: 'The link works once and expires in 24 hours. If this was not you, you can ignore this email. No account was created.',
  });
}

/** Answers a sign-up with the address of an existing account: only its owner learns that the account exists. */
export function knownAddressMail(to: string, { signIn, forgot }: { signIn: string; forgot: string }): Mail {
  return mail({
    to,
    subject: 'You already have an account',
    lines: [
      'Someone, probably you, tried to sign up for Slotline with this address, but it already has an account.',
      `If you forgot your password, reset it here: ${forgot}`,
    ],
    link: { href: signIn, text: 'Sign in' },
    end: 'If this was not you, you can ignore this email. Nothing has changed.',
  });
}

function mail({ to, subject, lines, link, end }: Parts): Mail {
  const forms = mailForms({ language: 'en', lines, end, link: link && { ...link, orOpen: 'Or open this link:' } });
  return { to, subject, ...forms };
}
