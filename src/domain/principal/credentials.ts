import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from '#src/lib/secrets/crypto.ts';

/** Every bearer credential begins with this; the second part of the prefix names its kind. */
export const credentialPrefix = 'service_';

/** A caller may put a credential or a webhook secret in the wrong place: logs keep only its prefix. */
export function withoutCredentials(text: string): string {
  // Each prefix has an underscore, plain or encoded.
  if (!text.includes('_') && !text.includes('%')) return text;
  const plain = text.replace(/%([0-9a-f]{2})/gi, (_, byte) => String.fromCharCode(Number.parseInt(byte, 16)));
  const shown = plain.replace(/((?:service|whsec)_)[\w+/=-]+/gi, '$1…');
  return shown === plain ? text : shown;
}

const secretLength = 32;
const checksumLength = 6;

/** `service_` + 32 random base62 characters + the CRC-32 of both, which a scanner can check offline. */
export function generateApiKey(): string {
  const secret = randomBase62(secretLength);
  return credentialPrefix + secret + checksum(secret);
}

/** Malformed keys are refused without a query. */
export function isWellFormedApiKey(key: string): boolean {
  if (!/^service_[0-9A-Za-z]{38}$/.test(key)) return false;
  const secret = key.slice(credentialPrefix.length, -checksumLength);
  return key.endsWith(checksum(secret));
}

function checksum(secret: string): string {
  return toBase62(crc32(credentialPrefix + secret), checksumLength);
}

export const sessionPrefix = 'service_ses_';

/** A session's token: 43 base62 characters carry 256 bits. */
export function generateSessionToken(): string {
  return sessionPrefix + randomBase62(43);
}

export const accessTokenPrefix = 'service_at_';

const accessTokenShape = new RegExp(`^${accessTokenPrefix}[\\w-]{43}$`);

/** Malformed tokens are refused without a query. */
export function isWellFormedAccessToken(token: string): boolean {
  return accessTokenShape.test(token);
}

type CredentialKind = 'apiKey' | 'session' | 'accessToken';

/** The table that a bearer credential belongs to. An underscore never occurs inside an API key. */
export function credentialKind(token: string): CredentialKind {
  if (token.startsWith(sessionPrefix)) return 'session';
  return token.startsWith(accessTokenPrefix) ? 'accessToken' : 'apiKey';
}
