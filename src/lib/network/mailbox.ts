/** Hosts that deliver an address with dots in its local part to the same mailbox as the address without them. */
const hostsWithoutDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The probable mailbox of an e-mail address, only for limits: addresses that differ in case, after a plus, or in dots at hosts
 * that ignore dots, are one mailbox. It must not be used to find people or to send mail.
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
