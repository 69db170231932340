import { type Fact, mailForms } from '../mails/layout.ts';
import type { Mail } from '../mails/mail.ts';
import { hasAddress, oneLine } from '../mails/names.ts';

// The e-mails about accounts. Anyone can choose the name of a person or a workspace: it appears on a line of its own or in
// quotes, and never in front of a link.

interface Parts {
  readonly to: string;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly facts?: readonly Fact[];
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

/** When, in the time zone of the person, and from which address a password was changed. */
interface PasswordChange {
  readonly changedAt: Date;
  readonly timeZone: string;
  readonly address: string;
}

/** Whoever lost control of an account learns it from this mail, so it names no new link, but a page that anyone can open. */
export function passwordChangedMail(
  to: string,
  { changedAt, timeZone, address, forgot }: PasswordChange & { readonly forgot: string },
): Mail {
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'long', timeZone });
  return mail({
    to,
    subject: 'Your password was changed',
    lines: ['The password of your Slotline account was changed. Every other session of your account was signed out.'],
    facts: [
      { label: 'When', value: time.format(changedAt).replaceAll('\u202f', ' ') },
      { label: 'From', value: address },
    ],
    link: { href: forgot, text: 'Reset the password' },
    end: 'If this was you, you can ignore this email. If it was not, reset the password at once, and check your API keys and connected apps: they keep working.',
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

function mail({ to, subject, lines, facts, link, end }: Parts): Mail {
  const forms = mailForms({
    language: 'en',
    lines,
    facts,
    end,
    link: link && { ...link, orOpen: 'Or open this link:' },
  });
  return { to, subject, ...forms };
}
