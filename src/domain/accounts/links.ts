import { randomBase62 } from '#src/lib/secrets/crypto.ts';

/** The token in an e-mailed link. It is a secret: only its hash is stored. */
export const newLinkToken = () => randomBase62(43);

/** Malformed tokens are refused without a query. */
export function isLinkToken(text: string): boolean {
  return /^[0-9A-Za-z]{43}$/.test(text);
}

const hour = 3_600_000;

/** How long links stay valid. */
export const linkLifetimeMs = { invitation: 7 * 24 * hour, passwordReset: hour, signUp: 24 * hour } as const;

type LinkKind = keyof typeof linkLifetimeMs;

export const linkPaths = {
  invitation: '/invitation',
  passwordReset: '/reset-password',
  signUp: '/sign-up/confirm',
} as const satisfies Record<LinkKind, string>;

export function linkTo(appUrl: string, kind: LinkKind, token: string): string {
  return `${appUrl}${linkPaths[kind]}?token=${token}`;
}
