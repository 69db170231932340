/** Hosts that deliver an address with dots in its local part to the same mailbox as the address without them. */
const hostsWithoutDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an e-mail address most probably leads to, for limits alone: addresses that differ in case, in what follows a
 * plus, or in dots at hosts where dots do not count, are one mailbox. Nobody is found and nothing is sent by it.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  const host = address.slice(at + 1);
  const local = address.slice(0, at);
  const base = local.split('+')[0] || local;
  if (!hostsWithoutDots.has(host)) return `${base}@${host}`;
  return `${base.replaceAll('.', '')}@gmail.com`;
}
