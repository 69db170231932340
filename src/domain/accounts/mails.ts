import { type Html, html } from '#src/lib/html.ts';

/** An e-mail in both forms, without its sender. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

// The e-mails about accounts. Names of people and workspaces are what somebody typed: they appear on a line of their own
// or in quotes, and never in front of a link.

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

export function passwordResetMail(to: string, link: string): Mail {
  return mail({
    to,
    subject: 'Reset your password',
    lines: ['Somebody, probably you, asked to reset the password of your Slotline account.'],
    link: { href: link, text: 'Choose a new password' },
    end: 'The link works once, for one hour. If it was not you, ignore this: your password stays as it is.',
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

/** To an address that has an account: only its owner learns that it has. */
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
  const text = [...lines, ...(link ? [`${link.text}:\n${link.href}`] : []), end].join('\n\n');
  return { to, subject, text: `${text}\n`, html: page(lines, link, end).text };
}

function page(lines: Parts['lines'], link: Parts['link'], end: string): Html {
  return html`<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1b1b2f;background:#ffffff">
<div style="max-width:480px;margin:0 auto">
${lines.map((line) => html`<p>${line}</p>\n`)}
${
  link &&
  html`<p><a href="${link.href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#4f46e5;color:#ffffff;text-decoration:none">${link.text}</a></p>
<p style="font-size:14px;color:#55556d">Or open this address: ${link.href}</p>`
}
<p style="font-size:14px;color:#55556d">${end}</p>
</div>
</body>
</html>
`;
}

/** A name could have line breaks, which would look like lines of ours, or characters that turn the text after it around. */
function oneLine(text: string): string {
  return text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Programs for mail make links of such names, which somebody may have chosen for that. */
function hasAddress(name: string): boolean {
  // As a mail program may read it: other dots and letters of other widths count, and what cannot be seen does not.
  const read = name
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/\p{Cf}/gu, '');
  return /:\/\/|@|\bwww\.|[\p{L}\p{N}]\.\p{L}{2}|\d\.\d+\.\d+\.\d/iu.test(read);
}
