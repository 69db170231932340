import { randomBase62 } from '#src/lib/base62.ts';

export const clientIdPrefix = 'ocl_';
export const clientSecretPrefix = 'service_cs_';

/** Unguessable, although it is no secret: 24 base62 characters carry 142 bits. */
export function generateClientId(): string {
  return clientIdPrefix + randomBase62(24);
}

/** 256 bits. Nothing in it that form encoding would change: clients differ in whether they encode it. */
export function generateClientSecret(): string {
  return clientSecretPrefix + randomBase62(43);
}
