import { withoutFullWidth, withoutInvisible } from '../pasted-text.ts';

// The one rule of e-mail addresses, for the server, the operator's commands and the web application.

const atext = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const topLabel = '(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])';

/**
 * A dot-atom and a domain of RFC 5321. It has neither white space nor brackets, commas and quotes, so that it cannot become two
 * recipients or another header of a mail. The length of each part is left to the mail server that takes it.
 */
export const emailForm = new RegExp(`^${atext}+(?:\\.${atext}+)*@(?:${label}\\.)+${topLabel}$`);

/** Longer texts are no addresses, and not worth the work. */
const maxPastedLength = 1_000;

/**
 * The canonical form of an address, in which it is stored and compared: without characters that copying added, and with a
 * domain in another script as its A-labels (`info@пример.рф` is `info@xn--e1afmkfd.xn--p1ai`), which every mail server accepts.
 * A text that is no address is changed as little as possible, and does not match `emailForm`.
 */
export function canonicalEmail(text: string): string {
  if (text.length > maxPastedLength) return text;
  const address = withoutScheme(withoutFullWidth(withoutMarks(text)).trim()).trim();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return at < 1 ? address : `${address.slice(0, at)}@${asciiDomain(domain) ?? domain}`;
}

/** A joiner between two letters makes another domain in Persian and Hindi, so it stays there. */
function withoutMarks(text: string): string {
  return text.replace(
    /(?<=(?!\p{ASCII})[\p{L}\p{M}])(\p{Join_Control})(?=(?!\p{ASCII})[\p{L}\p{M}])|./gsu,
    (character, joiner) => (joiner === undefined ? withoutInvisible(character) : joiner),
  );
}

/** A link of RFC 6068 may have headers after a `?`, such as a subject, which belong to a mail and not to the address. */
function withoutScheme(text: string): string {
  if (!/^mailto:/i.test(text)) return text;
  const [address = ''] = text.replace(/^mailto:(?:\/\/)?/i, '').split('?', 1);
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/**
 * A link to an address (RFC 6068). Some characters of an address would end it in a link: unencoded, the address
 * `a?cc=b@example.com` would be a link to `a` with a copy for `b@example.com`.
 */
export function mailtoLink(email: string): string {
  return `mailto:${email.replace(/[^\w.!$&'*+=^{|}~@-]/g, encodeURIComponent)}`;
}

/** Letters, digits and dots of all scripts. A URL parser would also accept `%41` and user names. */
const domainForm = /^[\p{L}\p{M}\p{N}\u00b7\u30fb\p{Join_Control}\u3002\uff61.-]{1,253}$/u;

/** The A-labels of a domain in a script other than ASCII; undefined for an ASCII domain, and for no domain. */
export function asciiDomain(domain: string): string | undefined {
  if (/^\p{ASCII}*$/u.test(domain) || !domainForm.test(domain)) return undefined;
  return URL.parse(`http://${domain}/`)?.hostname;
}

export const maxEmailLength = 255;

/** True if a text is an address, also with what pasting added. */
export function isEmail(text: string): boolean {
  const address = canonicalEmail(text);
  return address.length <= maxEmailLength && emailForm.test(address);
}

/** True if the part before the `@` has letters that few mail servers accept (RFC 6531): no address may have them. */
export function hasForeignLocalPart(address: string): boolean {
  return /^[^@]*[^\p{ASCII}@][^@]*@/u.test(address);
}
